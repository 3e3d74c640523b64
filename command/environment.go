package command

import (
	"encoding/json"
	"strings"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/internal/conf"
)

// Variables that the Python Mars, KubeDL and its own deployment on Kubernetes set. They mean here what they
// mean there.
var (
	// cpuTotal is 0 where a container has no limit.
	cpuTotal = conf.Alias{Name: "MARS_CPU_TOTAL", Read: func(text string) (string, error) {
		if strings.TrimSpace(text) == "0" {
			return "", nil
		}
		return text, nil
	}}
	// spillDirs are joined by colons, and by KubeDL with commas: a comma before a slash stands between two
	// directories.
	spillDirs = conf.Alias{Name: "MARS_SPILL_DIRS", Read: func(text string) (string, error) { return strings.ReplaceAll(text, ",/", ":/"), nil }}
	// clusterDetail names the processes of a cluster, taskDetail is its later name.
	clusterDetail = conf.Alias{Name: "MARS_CLUSTER_DETAIL", Read: supervisorsOf}
	taskDetail    = conf.Alias{Name: "MARS_TASK_DETAIL", Read: supervisorsOf}
)

// supervisorsOf are the supervisors in a description of a cluster, {"cluster": {"scheduler": ["host:port"],
// "webservice": [...]}, "task": {...}}.
func supervisorsOf(text string) (string, error) {
	var d struct {
		Cluster struct{ Scheduler, Supervisor []string }
	}
	if err := json.Unmarshal([]byte(text), &d); err != nil {
		return "", errs.New(errs.Invalid, `want {"cluster": {"scheduler": ["host:port"]}}: %s`, err)
	}
	return strings.Join(append(d.Cluster.Scheduler, d.Cluster.Supervisor...), ","), nil
}

// elsewhere are names of the environment that are no settings and mean something to other parts of Mars, or
// nothing any more.
var elsewhere = []string{
	"MARS_CPU",                                              // kernel/asm
	"MARS_BIN", "MARS_TOKEN", "MARS_COVERED", "MARS_TEST_*", // the Python client and its tests
	"MARS_LOCK_FREE_FILEIO", "MARS_LOAD_MODULES", "MARS_ENABLE_PROFILING", // no effect
	"MARS_USE_CGROUP_STAT", "MARS_MEM_USE_CGROUP_STAT", "MARS_USE_PROCESS_STAT", "MARS_CPU_USE_PROCESS_STAT", // control groups are always read
	"MARS_K8S_*", "MARS_YARN_*",
}
