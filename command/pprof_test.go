package command

import (
	"io"
	"net/http"
	"strings"
	"testing"
)

// Whoever runs a process can look where its time goes.
func TestProfiles(t *testing.T) {
	at := "127.0.0.1:" + free(t, 1)[0]
	p := start(t, "mars", "local", "--port", "0", "--parent-pipe", "--phy-mem", "256m", "--min-mem", "0", "--pprof", at)
	p.ready()
	resp, err := http.Get("http://" + at + "/debug/pprof/goroutine?debug=1")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if b, err := io.ReadAll(resp.Body); err != nil || !strings.HasPrefix(string(b), "goroutine profile: total ") {
		t.Errorf("%v, %.100s", err, b)
	}
	q := start(t, "mars", "local", "--port", "0", "--parent-pipe", "--phy-mem", "256m", "--min-mem", "0", "--pprof", at)
	if code := q.wait(); code != exitUsage || !strings.Contains(q.said(), "--pprof: listen tcp "+at) {
		t.Errorf("exit code %d: %s", code, q.said())
	}
}
