package command

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Wrong command lines: the exit code, and what is said of it.
func TestWrongLines(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	for _, c := range []struct {
		line string
		code int
		want string
	}{
		{"wroker", exitUsage, `unknown command "wroker"; did you mean worker?`},
		{"node lst", exitUsage, `mars node has no verb "lst"; did you mean list?`},
		{"node", exitUsage, "node wants a verb: see mars node --help"},
		{"node list x", exitUsage, `mars node list takes no argument, and got "x"`},
		{"node show", exitUsage, "mars node show wants one NODE, and got 0"},
		{"task cancel", exitUsage, "wants either tasks or --all"},
		{"task cancel t1 --all", exitUsage, "wants either tasks or --all"},
		{"worker --n-cpus 2", exitUsage, "unknown flag --n-cpus; did you mean --n-cpu?"},
		{"worker --n-cpu", exitUsage, "flag needs an argument: --n-cpu"},
		{"worker -s a:1 --n-cpu 0", exitUsage, `--n-cpu: "0" is not a number of at least 1 or auto`},
		{"worker -s a:1 --functions-waiting 0", exitUsage, `--functions-waiting: "0" is not a number of at least 1 or auto`},
		{"worker -s a:1 --functions-packages yes", exitUsage, `--functions-packages "yes": want auto, on or off`},
		{"worker -s a:1 --cpu-procs two", exitUsage, `--cpu-procs: "two" is not a number`},
		{"worker -s a:1 --phy-mem 4x", exitUsage, `--phy-mem: "4x" is not a size; write it as 512m, 4g or 1.5GiB`},
		{"worker -s a:1 --cache-mem 180%", exitUsage, `--cache-mem: "180%" is not a share`},
		{"worker -s a:1 -p 70000", exitUsage, `"70000" is not a port`},
		{"worker -s a:1 -e 127.0.0.1", exitUsage, `"127.0.0.1" is not host:port`},
		{"worker -s a:1 -e 127.0.0.1:x", exitUsage, "has no port"},
		{"worker -s a", exitUsage, `supervisor "a": want host:port`},
		{"worker -s a:", exitUsage, `supervisor "a:": want host:port`},
		{"worker -s ::1", exitUsage, `supervisor "::1": want host:port, or [host]:port`},
		{"worker", exitUsage, "needs the address of a supervisor: -s host:port"},
		{"web", exitUsage, "needs the address of a supervisor: -s host:port"},
		{"web -p x -s a:1", exitUsage, `--port: "x" is not a port`},
		{"worker -s a:1 --cuda-devices gpu0", exitUsage, "want numbers of GPUs such as 0,1"},
		{"worker -s a:1 --min-mem 100000g", exitFailed, "is not to start with less than 97.7 TiB (--min-mem)"},
		{"worker -s 127.0.0.1:1 -H 192.0.2.1 --min-mem 0", exitFailed, "listen at 192.0.2.1:0"},
		{"supervisor -H 127.0.0.1 --log-level wanring", exitUsage, "did you mean warning?"},
		{"supervisor -H 127.0.0.1 --log-format %(mesage)s", exitUsage, "did you mean message?"},
		{"supervisor -H 127.0.0.1 --log-conf /nowhere", exitUsage, "no such file"},
		{"supervisor -H 127.0.0.1 --web-token-file /nowhere", exitUsage, "the token: open /nowhere"},
		{"supervisor -H 127.0.0.1 --web-token-file " + file("empty", "\n"), exitUsage, "is empty"},
		{"supervisor -H 127.0.0.1 --web-tls-cert /nowhere --web-tls-key /nowhere", exitUsage, "/nowhere: no such file"},
		{"supervisor -H 127.0.0.1 --node-secret short", exitFailed, "the secret of the cluster has 5 bytes; it needs 16"},
		{"supervisor -H 127.0.0.1 --security strct", exitUsage, `--security "strct": want open or strict`},
		{"supervisor --security strict --web-token t", exitUsage, "links that listen on 0.0.0.0 need TLS"},
		{"supervisor --security strict -H 127.0.0.1", exitUsage, "the web port needs a token"},
		{"supervisor --security strict -H 127.0.0.1 --web-host 0.0.0.0 --web-token t", exitUsage, "a web port that listens on 0.0.0.0 needs TLS"},
		{"worker --security strict -s a:1", exitUsage, "links that listen on 0.0.0.0 need TLS"},
		{"web --security strict -p auto -s a:1", exitUsage, "the web port needs a token"},
		{"supervisor -H 127.0.0.1 --files-root /nowhere", exitNotFound, "no such file"},
		{"supervisor -H 127.0.0.1 --files-url bucket", exitFailed, `"bucket" is no URL`},
		{"supervisor -H 127.0.0.1 --node-secret-file /nowhere", exitUsage, "the secret of the cluster: open /nowhere"},
		{"supervisor -H 127.0.0.1 --web-users-file " + file("users", "ann a\nbob\n"), exitUsage, "users:2: want a name and a token"},
		{"supervisor -H 127.0.0.1 --web-users-file " + file("twice", "ann a\nann b\n"), exitUsage, "twice:2: ann has a token already"},
		{"supervisor -H 127.0.0.1 --web-prefix mars", exitUsage, `--web-prefix: "mars" is no path to serve below; write it as /mars`},
		{"supervisor -f /nowhere", exitUsage, "the configuration: open /nowhere"},
		{"supervisor -f " + file("a.yaml", "workers: {}"), exitUsage, `a.yaml:1: no section "workers"; did you mean worker?`},
		{"supervisor -f " + file("b.yaml", "worker:\n  n_cpus: 2\n"), exitUsage, `b.yaml:2: section worker has no key "n_cpus"; did you mean n_cpu?`},
		{"supervisor -f " + file("c.yaml", "worker:\n  memory: 4096\n"), exitUsage, `c.yaml:2: worker.memory: "4096" has no unit`},
		{`supervisor -c {"web":{"prot":1}}`, exitUsage, `--config:1: section web has no key "prot"; did you mean port?`},
		{"config check -c /nowhere", exitUsage, "open /nowhere"},
		{"node list --server ftp://localhost:7005", exitUsage, "want http://host:port, or host:port"},
		{"node list --server localhost:seven", exitUsage, `client.server "localhost:seven": invalid port ":seven" after host`},
		{"node list --server localhost:1", exitFailed, "http://localhost:1 does not answer"},
		{"node list --server [::1]:1", exitFailed, "http://[::1]:1 does not answer"},
		{"node list --server http://127.0.0.1:1", exitFailed, "http://127.0.0.1:1 does not answer"},
		{"node list --timeout soon", exitUsage, `--timeout: "soon" is not a time`},
		{"completion tcsh", exitUsage, `no completion for "tcsh"`},
	} {
		t.Run(c.line, func(t *testing.T) {
			code, out, err := mars(t, strings.Fields(c.line)...)
			if code != c.code || !strings.Contains(err, c.want) || out != "" {
				t.Errorf("exit code %d, stdout %q, stderr %s\nwant %d, %s", code, out, err, c.code, c.want)
			}
			if (code == exitUsage) != strings.Contains(err, "--help' for usage.") {
				t.Errorf("hint: %s", err)
			}
		})
	}
}

// What KubeDL puts into the containers of a job means what it means there.
func TestEnvironment(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("HOME", t.TempDir())
	for k, v := range map[string]string{
		"MARS_CPU_TOTAL": "0", "MARS_MEMORY_TOTAL": "0", "MARS_CACHE_MEM_SIZE": "10737418240", "MARS_SPILL_DIRS": "/mnt/a,b,/mnt/c", "MARS_PLASMA_DIRS": "/dev/shm",
		"MARS_LOCK_FREE_FILEIO": "1", "MARS_CPU_USE_PROCESS_STAT": "1", "MARS_MEM_USE_CGROUP_STAT": "1", "MARS_BIND_PORT": "11111", "MARS_CONTAINER_IP": "10.1.2.3",
		"MARS_K8S_POD_NAME": "job-worker-0", "MARS_K8S_POD_NAMESPACE": "ns", "MARS_K8S_GROUP_LABELS": "job-name",
		"MARS_CLUSTER_DETAIL": `{"cluster":{"scheduler":["job-scheduler-0.ns.svc:11111","job-scheduler-1.ns.svc:11111"],"webservice":["job-webservice-0.ns.svc:11111"]},` +
			`"task":{"type":"worker","index":0,"resources":{"cpu_procs":2,"phy_mem":2147483648}}}`,
	} {
		t.Setenv(k, v)
	}
	code, out, err := mars(t, "config", "show", "--json")
	if code != exitOK {
		t.Fatal(err)
	}
	var rows []configRow
	if err := json.Unmarshal([]byte(out), &rows); err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, r := range rows {
		got[r.Name] = r.Value
	}
	for name, want := range map[string]string{
		"worker.n_cpu": "auto", "worker.memory": "auto", "worker.cache_memory": "10GiB", "worker.spill_dirs": "/mnt/a,b:/mnt/c", "worker.memory_dir": "/dev/shm",
		"node.port": "11111", "node.host": "10.1.2.3", "node.supervisors": "job-scheduler-0.ns.svc:11111,job-scheduler-1.ns.svc:11111",
	} {
		if got[name] != want {
			t.Errorf("%s is %q, want %q", name, got[name], want)
		}
	}
	for name, c := range map[string][2]string{ // text, what is said
		"MARS_CLUSTER_DETAIL":     {"job:11111", `MARS_CLUSTER_DETAIL: want {"cluster": {"scheduler": ["host:port"]}}`},
		"MARS_CPU_TOTAL":          {"two", `MARS_CPU_TOTAL: "two" is not a number of at least 1 or auto`},
		"MARS_WORKER_CACHE_MEMRY": {"1g", "MARS_WORKER_CACHE_MEMRY in the environment is no setting; did you mean MARS_WORKER_CACHE_MEMORY?"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Setenv(name, c[0])
			if code, _, err := mars(t, "config", "check"); code != exitUsage || !strings.Contains(err, c[1]) {
				t.Errorf("exit code %d: %s", code, err)
			}
		})
	}
}

func TestConfigShow(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("HOME", t.TempDir())
	t.Setenv("MARS_WORKER_N_CPU", "3")
	t.Setenv("MARS_WEB_TOKEN", "very secret")
	if err := os.WriteFile("mars.yaml", []byte("worker:\n  n_cpu: 2\n  memory: 80%\nlog: {level: debug}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	code, out, err := mars(t, "config", "show", "--json", "--log-level", "error", "-c", "web: {port: 7005}")
	if code != exitOK {
		t.Fatal(err)
	}
	var rows []configRow
	if err := json.Unmarshal([]byte(out), &rows); err != nil {
		t.Fatal(err)
	}
	got := map[string]configRow{}
	for _, r := range rows {
		got[r.Name] = r
	}
	for name, want := range map[string][2]string{
		"worker.n_cpu": {"3", "MARS_WORKER_N_CPU"}, "worker.memory": {"80%", "mars.yaml:3"}, "log.level": {"error", "--log-level"},
		"web.port": {"7005", "--config:1"}, "web.token": {"(set)", "MARS_WEB_TOKEN"}, "web.host": {"0.0.0.0", "default"},
	} {
		if r := got[name]; r.Value != want[0] || r.Source != want[1] {
			t.Errorf("%s is %s from %s, want %v", name, r.Value, r.Source, want)
		}
	}
	if strings.Contains(out, "very secret") {
		t.Error("a secret is shown")
	}
	// What --defaults prints is a file that sets everything as it is.
	code, out, err = mars(t, "config", "show", "--defaults")
	if code != exitOK || os.WriteFile("defaults.yaml", []byte(out), 0o644) != nil {
		t.Fatal(err)
	}
	if code, _, err = mars(t, "config", "check", "-f", "defaults.yaml"); code != exitOK {
		t.Errorf("the defaults cannot be read: %s\n%s", err, out)
	}
	if code, out, err = mars(t, "config", "show", "-f", "defaults.yaml"); code != exitOK || !strings.Contains(out, "defaults.yaml:") {
		t.Errorf("%d %s %s", code, out, err)
	}
}

// Each name is the command of that name, with its flags at the root; every flag of the documentation is
// there.
func TestNames(t *testing.T) {
	p := newProgram(streams{})
	for name, flags := range map[string]string{
		"mars-supervisor": "-H -p -w -a -s -e -c -f --host --port --web-port --advertise --supervisors --endpoint --config --config-file --log-level --log-format --log-conf --n-process",
		"mars-worker":     "-H -p -s -a -e -c -f --n-cpu --n-io-process --mem-bytes --cuda-devices --log-level --log-format --log-conf --cpu-procs --net-procs --cuda-device --phy-mem --cache-mem --min-mem --spill-dir --spill-dirs --plasma-dir --schedulers",
		"mars-scheduler":  "-a -p -s -H --nproc --advertise --schedulers --log-level",
		"mars-web":        "-a -p -s -H --ui-port --schedulers --log-level",
	} {
		root := p.root(name)
		if root.Name() != name || len(root.Commands()) != 0 {
			t.Errorf("%s is %s with %d commands", name, root.Name(), len(root.Commands()))
		}
		for f := range strings.FieldsSeq(flags) {
			n, long := strings.CutPrefix(f, "--")
			if long && root.Flags().Lookup(n) == nil || !long && root.Flags().ShorthandLookup(f[1:]) == nil {
				t.Errorf("%s has no %s", name, f)
			}
		}
	}
}

// Every command has a line of help and an example, and its help can be printed.
func TestHelp(t *testing.T) {
	code, out, _ := mars(t)
	if code != exitOK || !strings.Contains(out, "mars local") {
		t.Errorf("mars alone: %d %s", code, out)
	}
	var walk func(path []string)
	walk = func(path []string) {
		p := newProgram(streams{})
		c, _, err := p.root("mars").Find(path)
		if err != nil {
			t.Fatal(err)
		}
		if c.Short == "" && c.HasParent() || c.Example == "" && !c.HasSubCommands() {
			t.Errorf("%s has no help or no example", c.CommandPath())
		}
		if code, out, _ := mars(t, append(path, "--help")...); code != exitOK || !strings.Contains(out, "Usage:") {
			t.Errorf("help of %s: %d %s", c.CommandPath(), code, out)
		}
		for _, x := range c.Commands() {
			walk(append(path[:len(path):len(path)], x.Name()))
		}
	}
	walk(nil)
	for _, s := range shells {
		if code, out, err := mars(t, "completion", s); code != exitOK || !strings.Contains(out, "mars") {
			t.Errorf("completion of %s: %d %s", s, code, err)
		}
	}
	if code, out, err := mars(t, "version", "--json"); code != exitOK || !strings.Contains(out, `"version": "`) {
		t.Errorf("version: %d %s %s", code, out, err)
	}
}

func TestPick(t *testing.T) {
	ids := []string{"t1", "t12", "t2", "x"}
	id := func(s string) string { return s }
	for prefix, want := range map[string]string{"t1": "t1", "t12": "t12", "x": "x", "t2": "t2"} {
		if got, err := pick(ids, id, "task", prefix); err != nil || got != want {
			t.Errorf("%s: %s, %v", prefix, got, err)
		}
	}
	for prefix, want := range map[string]string{"t": "the begin of 3 ids", "y": "no task y"} {
		if got, err := pick(ids, id, "task", prefix); err == nil || !strings.Contains(err.Error(), want) || exitOf(err) != exitNotFound {
			t.Errorf("%s: %s, %v", prefix, got, err)
		}
	}
}

// The page of all settings is what the program says.
func TestDefaultsFile(t *testing.T) {
	want, err := os.ReadFile("../docs/mars.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if code, out, e := mars(t, "config", "show", "--defaults"); code != exitOK || out != string(want) {
		t.Errorf("docs/mars.yaml is old: mars config show --defaults > docs/mars.yaml\n%s", e)
	}
}
