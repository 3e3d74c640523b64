package command

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// ready reads the line that programs wait for.
func (p *process) ready() (r readyRow) {
	p.t.Helper()
	if err := json.Unmarshal([]byte(p.line(`^(\{.*\})$`)), &r); err != nil {
		p.t.Fatal(err)
	}
	return r
}

// asked runs a command against a cluster and reads its JSON.
func asked[T any](t *testing.T, r readyRow, args ...string) (out T) {
	t.Helper()
	code, text, e := mars(t, append(args, "--json", "--server", r.URL, "--token", r.Token)...)
	if code != exitOK {
		t.Fatalf("%q: exit code %d, %s", args, code, e)
	}
	if err := json.Unmarshal([]byte(text), &out); err != nil {
		t.Fatalf("%q: %v in %s", args, err, text)
	}
	return out
}

// The server of new_session(): one line when it is ready, commands that ask it, and its end with standard
// input.
func TestLocal(t *testing.T) {
	p := start(t, "mars", "local", "--port", "0", "--parent-pipe", "--n-worker", "2", "--n-cpu", "2", "--phy-mem", "256m", "--min-mem", "0")
	r := p.ready()
	if r.PID != p.c.Process.Pid || r.Token == "" || !strings.HasPrefix(r.URL, "http://127.0.0.1:") {
		t.Errorf("%+v", r)
	}
	x := connectedWith(t, strings.TrimPrefix(r.URL, "http://"), r.Token)
	v, want := products(200, 50)
	id := x.submit(v)
	if got := x.result(id); got != want {
		t.Errorf("got %v, want %v", got, want)
	}

	nodes := asked[[]nodeRow](t, r, "node", "list")
	if len(nodes) != 3 || nodes[0].Role != "supervisor" || nodes[1].Role != "worker" || nodes[1].State != "ready" || nodes[1].Slots != 1 || nodes[1].Cores != 1 ||
		nodes[1].Memory != 128<<20 || nodes[1].CoresUsed < 0 || nodes[1].MemoryUsed <= 0 {
		t.Errorf("nodes %+v", nodes)
	}
	if n := asked[nodeRow](t, r, "node", "show", nodes[1].Name); n.Name != nodes[1].Name {
		t.Errorf("node %+v", n)
	}
	if s := asked[[]sessionRow](t, r, "session", "list"); len(s) != 1 || s[0].ID != x.session || s[0].Client != "test" {
		t.Errorf("sessions %+v", s)
	}
	if s := asked[sessionRow](t, r, "session", "show", x.session[:10]); s.ID != x.session {
		t.Errorf("session %+v", s)
	}
	tasks := asked[[]taskRow](t, r, "task", "list", "--session", x.session)
	if len(tasks) != 1 || tasks[0].ID != id || tasks[0].State != "succeeded" || tasks[0].Progress != 1 || tasks[0].Done == 0 {
		t.Errorf("tasks %+v", tasks)
	}
	if k := asked[taskRow](t, r, "task", "show", id); k.ID != id || k.Session != x.session {
		t.Errorf("task %+v", k)
	}
	if l := asked[[]logRow](t, r, "task", "logs", id); len(l) != 0 {
		t.Errorf("logs %+v", l)
	}
	if k := asked[[]string](t, r, "task", "cancel", "--all"); len(k) != 0 {
		t.Errorf("canceled %+v", k)
	}
	big, _ := products(3000, 150)
	long := x.submit(big)
	if k := asked[[]string](t, r, "task", "cancel", long); len(k) != 1 || k[0] != long {
		t.Errorf("canceled %+v", k)
	}
	until(t, "it is canceled", func() bool { return asked[taskRow](t, r, "task", "show", long).State == "canceled" })
	if s := asked[[]storageRow](t, r, "storage", "list"); len(s) != 2 || s[0].Memory != 128<<20 {
		t.Errorf("storage %+v", s)
	}
	if s := asked[storageRow](t, r, "storage", "show", nodes[2].Name); s.Node != nodes[2].Name {
		t.Errorf("storage %+v", s)
	}

	at := []string{"--server", r.URL, "--token", r.Token}
	for _, c := range []struct {
		args string
		code int
		want string
	}{
		{"node list", exitOK, "NAME"},
		{"node show " + nodes[1].Name, exitOK, "band numa-0"},
		{"node show nobody", exitNotFound, ""},
		{"session list", exitOK, x.session},
		{"session show 0000", exitNotFound, ""},
		{"task list", exitOK, id},
		{"task show " + id, exitOK, "succeeded"},
		{"task show t999", exitNotFound, ""},
		{"task cancel t999", exitNotFound, ""},
		{"storage list", exitOK, "SPILLED"},
		{"storage show nobody", exitNotFound, ""},
		{"events", exitOK, "task " + id + " succeeded"},
		{"events --json", exitOK, `"task_id":"` + id + `"`},
	} {
		code, out, e := mars(t, append(strings.Fields(c.args), at...)...)
		if code != c.code || !strings.Contains(out, c.want) {
			t.Errorf("%s: exit code %d, %s%s\nwant %d, %s", c.args, code, out, e, c.code, c.want)
		}
	}
	if code, _, e := mars(t, "node", "list", "--server", r.URL, "--token", "wrong"); code != exitFailed || !strings.Contains(e, "token") {
		t.Errorf("wrong token: exit code %d, %s", code, e)
	}
	follow := start(t, "mars", append([]string{"events", "-f"}, at...)...)
	follow.line(`node (\S+) ready`)
	follow.signal(os.Interrupt)
	if code := follow.wait(); code != exitInterrupted || follow.said() != "" {
		t.Errorf("exit code %d after Ctrl-C, %s", code, follow.said())
	}
	if asked[sessionRow](t, r, "session", "close", x.session); len(asked[[]sessionRow](t, r, "session", "list")) != 0 {
		t.Error("the session is still there")
	}
	if err := p.in.Close(); err != nil {
		t.Fatal(err)
	}
	if code := p.wait(); code != exitOK {
		t.Errorf("exit code %d when standard input is closed:\n%s", code, p.said())
	}
}

// A script has the cluster in its environment, arguments and exit code of its own, and the cluster ends with
// it.
func TestLocalRunsAScript(t *testing.T) {
	dir := t.TempDir()
	script := filepath.Join(dir, "script.sh")
	text := "echo \"$MARS_CLIENT_SERVER $MARS_CLIENT_TOKEN $*\"\nexit 7\n"
	if err := os.WriteFile(script, []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
	p := start(t, "mars", "local", "-w", "2", "--n-cpu", "2", "--min-mem", "0", "--", "sh", script, "--input", "a b")
	if got := p.line(`^http://127\.0\.0\.1:\d+ \w{20,} (.*)$`); got != "--input a b" {
		t.Errorf("the script got %q", got)
	}
	if code := p.wait(); code != 7 {
		t.Errorf("exit code %d", code)
	}
	p = start(t, "mars", "local", "--min-mem", "0", "--", "/nowhere/script")
	if code := p.wait(); code != exitFailed || !strings.Contains(p.said(), "/nowhere/script") {
		t.Errorf("exit code %d, %s", code, p.said())
	}
}

// A task that waits for the system is told so by a signal: what runs finishes, and the worker has said
// goodbye.
func TestWorkerStopsGracefully(t *testing.T) {
	_, ws, _, r := pair(t)
	v, want := products(1200, 150)
	id := r.submit(v)
	r.started(id)
	ws[0].signal(os.Interrupt)
	if code := ws[0].wait(); code != exitInterrupted {
		t.Errorf("exit code %d", code)
	}
	if got := r.result(id); got != want {
		t.Errorf("got %v, want %v", got, want)
	}
	if n := r.nodes("worker", "stopped"); n != 1 {
		t.Errorf("%d workers are stopped", n)
	}
	if strings.Contains(ws[0].said(), "does not wait any longer") {
		t.Error(ws[0].said())
	}
}
