//go:build kube

package level4

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	api "github.com/mars-project/mars-go/operator/api/v1alpha1"
)

// What a policy of memory says is what the process of a worker has, and its memory stays below its limit.
func TestMemory(t *testing.T) {
	w := open(t)
	account(t)
	j := apply(t, "memory.yaml")
	j.State(api.JobRunning)
	j.Running(4)
	p := j.Pod("worker-0", "")
	text, err := w.Exec(t.Context(), p, "mars", "config", "show", "--json")
	if err != nil {
		t.Fatal(err)
	}
	var settings []struct{ Name, Value, Source string }
	if err := json.Unmarshal([]byte(text), &settings); err != nil {
		t.Fatal(err)
	}
	have := map[string]string{}
	for _, s := range settings {
		have[s.Name] = s.Value + " of " + s.Source
	}
	for name, want := range map[string]string{
		"worker.memory":       "1GiB of MARS_MEMORY_TOTAL", // the limit of 2 GiB less the cache, which is in it
		"worker.cache_memory": "1GiB of MARS_CACHE_MEM_SIZE",
		"worker.spill_dirs":   "/spill/a:/spill/b:/spill/c of MARS_SPILL_DIRS",
		"worker.memory_dir":   "/etc/pstore of MARS_PLASMA_DIRS",
	} {
		if have[name] != want {
			t.Errorf("%s is %q, not %q", name, have[name], want)
		}
	}
	// The job has no webHost, so its page is at its pod alone.
	w.start(t, "tutorial.py", "http://"+j.Pod("webservice-0", "").Status.PodIP+":11111").Said(t)
	text, err = w.Exec(t.Context(), p, "sh", "-c", "cat /proc/$(pidof mars-worker)/status")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(text, "VmHWM:")
	kib, err := strconv.Atoi(strings.Fields(rest)[0])
	if err != nil || kib > 2<<20 {
		t.Errorf("VmHWM %d KiB, %v", kib, err)
	}
	t.Logf("the worker had %d MiB at most", kib>>10)
}
