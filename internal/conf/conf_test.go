package conf

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/internal/size"
)

// program is a set as a program would have it.
type program struct {
	Set
	cpus, port int
	mem        size.Size
	wait       time.Duration
	level      string
	dirs       []string
	token      string
}

// zeroIsAuto is an old name whose values mean something else.
var zeroIsAuto = Alias{"MARS_CPU_TOTAL", func(s string) (string, error) {
	if s == "0" {
		return "", nil
	}
	return s, nil
}}

func newProgram() *program {
	p := &program{wait: 30 * time.Second, level: "info"}
	p.Add("worker.n_cpu", "Cores.", Int(&p.cpus, 1, true), zeroIsAuto)
	p.Add("worker.memory", "Memory.", Size(&p.mem), Named("MARS_MEMORY_TOTAL"))
	p.Add("worker.spill_dirs", "Where chunks go.", List(&p.dirs, ":", "dirs"))
	p.Add("web.port", "Port.", Port(&p.port))
	p.Add("web.token", "Token.", Text(&p.token, "token"))
	p.Add("log.level", "Level.", Text(&p.level, "level"))
	p.Add("log.wait", "How long.", Duration(&p.wait))
	return p
}

func (p *program) shown() string {
	var out []string
	for _, x := range p.All() {
		if !x.Default() {
			out = append(out, x.Name+"="+x.Value.String()+" ("+x.Source+")")
		}
	}
	return strings.Join(out, ", ")
}

func TestResolve(t *testing.T) {
	for _, c := range []struct {
		name string
		file string
		env  map[string]string
		flag []string // setting, text
		want string
		bad  string
	}{
		{name: "nothing"},
		{name: "empty file", file: "# nothing here\n"},
		{name: "null", file: "worker:\nweb: {port: null}\n"},
		{
			name: "file", file: "worker:\n  n_cpu: 4\n  memory: 80%\n  spill_dirs: [/a, /b]\nlog: {wait: 1m}\n",
			want: "worker.n_cpu=4 (f:2), worker.memory=80% (f:3), worker.spill_dirs=/a:/b (f:4), log.wait=1m0s (f:5)",
		},
		{
			name: "JSON", file: `{"worker": {"n_cpu": 4, "spill_dirs": "/a:/b"}, "web": {"port": "auto"}}`,
			want: "worker.n_cpu=4 (f:1), worker.spill_dirs=/a:/b (f:1), web.port=auto (f:1)",
		},
		{name: "environment over file", file: "worker: {n_cpu: 4}", env: map[string]string{"MARS_WORKER_N_CPU": "3"}, want: "worker.n_cpu=3 (MARS_WORKER_N_CPU)"},
		{name: "other name in the environment", env: map[string]string{"MARS_CPU_TOTAL": "3"}, want: "worker.n_cpu=3 (MARS_CPU_TOTAL)"},
		{name: "other names need no unit", env: map[string]string{"MARS_MEMORY_TOTAL": "4294967296"}, want: "worker.memory=4GiB (MARS_MEMORY_TOTAL)"},
		{name: "what another name means", env: map[string]string{"MARS_CPU_TOTAL": "0"}},
		{name: "own names have no other meaning", env: map[string]string{"MARS_WORKER_N_CPU": "0"}, bad: `MARS_WORKER_N_CPU: "0" is not a number`},
		{name: "own name first", env: map[string]string{"MARS_CPU_TOTAL": "3", "MARS_WORKER_N_CPU": "2"}, want: "worker.n_cpu=2 (MARS_WORKER_N_CPU)"},
		{name: "of Kubernetes", env: map[string]string{"MARS_WEB_PORT": "tcp://10.0.0.7:80"}},
		{name: "flag over environment", env: map[string]string{"MARS_WORKER_N_CPU": "3"}, flag: []string{"worker.n_cpu", "2"}, want: "worker.n_cpu=2 (--flag)"},
		{name: "flags need no unit", flag: []string{"worker.memory", "1048576"}, want: "worker.memory=1MiB (--flag)"},
		{name: "last flag", flag: []string{"log.level", "info", "log.level", "debug"}, want: "log.level=debug (--flag)"},

		{name: "no unit", file: "worker: {memory: 4096}", bad: `f:1: worker.memory: "4096" has no unit`},
		{name: "no unit in the environment", env: map[string]string{"MARS_WORKER_MEMORY": "4096"}, bad: `MARS_WORKER_MEMORY: "4096" has no unit`},
		{name: "no unit of time", file: "log: {wait: 30}", bad: `"30" is not a time`},
		{name: "arithmetic", file: "worker: {memory: 5 * 1024 ** 2}", bad: "is not a size"},
		{name: "key", file: "worker:\n  n_cpus: 4\n", bad: `f:2: section worker has no key "n_cpus"; did you mean n_cpu?`},
		{name: "section", file: "workers: {n_cpu: 4}", bad: `f:1: no section "workers"; did you mean worker?`},
		{name: "far away", file: "storage: {x: 4}", bad: `no section "storage"`},
		{name: "twice", file: "worker:\n  n_cpu: 4\nworker:\n  n_cpu: 5\n", bad: "worker.n_cpu stands on line 2 already"},
		{name: "value", file: "worker: {n_cpu: many}", bad: `"many" is not a number of at least 1 or auto`},
		{name: "port", file: "web: {port: 70000}", bad: "not a port"},
		{name: "list of one", file: "worker: {n_cpu: [1]}", bad: "is one int, not a list"},
		{name: "list of lists", file: "worker: {spill_dirs: [[/a]]}", bad: "wants a list of words"},
		{name: "separator in a list", file: "worker: {spill_dirs: ['/a:/b']}", bad: `holds ":"`},
		{name: "map", file: "worker: {n_cpu: {a: 1}}", bad: "is one int"},
		{name: "no sections", file: "- a\n", bad: "want sections"},
		{name: "no keys", file: "worker: 4\n", bad: "wants keys below it"},
		{name: "no YAML", file: "worker: [", bad: "f: yaml"},
		{name: "flag", flag: []string{"log.wait", "long"}, bad: `--flag: "long" is not a time`},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := newProgram()
			for f := range slices.Chunk(c.flag, 2) {
				p.Give(p.Get(f[0]), "--flag", f[1])
			}
			err := p.Resolve([]File{{"f", []byte(c.file)}}, func(k string) (string, bool) { s, ok := c.env[k]; return s, ok })
			switch {
			case c.bad != "":
				if !errs.Is(err, errs.Invalid) || !strings.Contains(err.Error(), c.bad) {
					t.Errorf("got %v, want %s", err, c.bad)
				}
			case err != nil:
				t.Error(err)
			case p.shown() != c.want:
				t.Errorf("got  %s\nwant %s", p.shown(), c.want)
			}
		})
	}
}

func TestDefaultsAreReadAsDefaults(t *testing.T) {
	p := newProgram()
	p.dirs, p.token = []string{"/a b", "x, y"}, "# no comment"
	q := &Set{}
	for _, x := range p.All() {
		q.Add(x.Name, x.Help, x.Value)
	}
	var b strings.Builder
	if err := q.WriteDefaults(&b); err != nil {
		t.Fatal(err)
	}
	want := maps.Collect(func(yield func(string, string) bool) {
		for _, x := range q.All() {
			yield(x.Name, x.Value.String())
		}
	})
	p.dirs, p.token, p.level = nil, "", ""
	if err := q.Resolve([]File{{"f", []byte(b.String())}}, func(string) (string, bool) { return "", false }); err != nil {
		t.Fatalf("%v\n%s", err, b.String())
	}
	for _, x := range q.All() {
		if d := cmp.Diff(want[x.Name], x.Value.String()); d != "" {
			t.Errorf("%s: %s\n%s", x.Name, d, b.String())
		}
		if x.Default() || !strings.HasPrefix(x.Source, "f:") {
			t.Errorf("%s is from %s", x.Name, x.Source)
		}
	}
	if p.level != "info" {
		t.Errorf("level %q", p.level)
	}
}

// Names of the environment that begin as settings do and are none.
func TestStrangers(t *testing.T) {
	for in, want := range map[string]string{
		"MARS_WORKER_N_CPU=3": "", "MARS_CPU_TOTAL=3": "", "HOME=/x": "", "MARS_BIN=/bin/mars": "", "MARS_K8S_POD_NAME=x": "",
		"MARS_WORKER_N_CPUS=3":                  "MARS_WORKER_N_CPU?",
		"MARS_CPU_TOTALS=3":                     "MARS_CPU_TOTAL?",
		"MARS_WROKER_MEMORY=4g":                 "MARS_WORKER_MEMORY?",
		"MARS_BINN=x":                           "MARS_BIN?",
		"MARS_LOG_DIRECTORY_OF_THE_YEAR=x":      "MARS_LOG_DIRECTORY_OF_THE_YEAR in the environment is no setting",
		"MARS_ID=7":                             "",
		"MARS_HOME=/mars":                       "", // near to nothing: somebody else's
		"MARS_WEB_PORT=tcp://10.0.0.7:80":       "", // a service called mars-web, in Kubernetes
		"MARS_WEB_PORT_80_TCP_ADDR=10.0.0.7":    "",
		"MARS_WEB_SERVICE_HOST=10.0.0.7":        "",
		"MARS_WORKER_SERVICE_PORT_MARS_PORT=80": "",
	} {
		err := newProgram().Strangers([]string{"A=b", in}, "MARS_", "MARS_BIN", "MARS_K8S_*")
		if want == "" && err != nil || want != "" && (!errs.Is(err, errs.Invalid) || !strings.HasSuffix(err.Error(), want)) {
			t.Errorf("%s: %v, want %q", in, err, want)
		}
	}
}

func TestSuggest(t *testing.T) {
	words := []string{"local", "supervisor", "worker", "scheduler", "version"}
	for in, want := range map[string]string{
		"loacl": "; did you mean local?", "suprevisor": "; did you mean supervisor?", "vresion": "; did you mean version?",
		"workers": "; did you mean worker?", "": "", "xyzzy": "", "completely-else": "",
	} {
		if got := Suggest(in, words); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

func TestDistanceIsAMetricNearly(t *testing.T) {
	word := rapid.StringOfN(rapid.RuneFrom([]rune("abc")), 0, 6, -1)
	rapid.Check(t, func(t *rapid.T) {
		a, b := word.Draw(t, "a"), word.Draw(t, "b")
		d := distance(a, b)
		if d != distance(b, a) || (d == 0) != (a == b) || d > max(len(a), len(b)) || d < max(len(a), len(b))-min(len(a), len(b)) {
			t.Fatalf("%q to %q is %d, back %d", a, b, d, distance(b, a))
		}
	})
}

// A file of any content gives values or an error, and never a value that no file would give.
func FuzzFile(f *testing.F) {
	for _, s := range []string{"worker: {n_cpu: 4}", "web:\n  port: auto", "log: {level: &a debug, wait: *a}", "- x", "{", "worker: {memory: 1e30g}", "a: &a [*a]"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		p := newProgram()
		err := p.Resolve([]File{{"f", b}}, func(string) (string, bool) { return "", false })
		if err != nil && !errs.Is(err, errs.Invalid) {
			t.Fatal(err)
		}
		if p.cpus < 0 || p.port < 0 || p.port > 65535 || p.wait < 0 || p.mem.Bytes < 0 {
			t.Fatalf("%s", p.shown())
		}
	})
}
