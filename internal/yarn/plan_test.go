package yarn

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/mars-project/mars-go/errs"
)

var rewrite = flag.Bool("rewrite", false, "make the Yarnfiles of testdata anew")

// small is a cluster that leaves nothing out that must be given.
func small() Cluster {
	return Cluster{
		Name: "mars-a", Version: "1.2.3", Binary: "hdfs:///apps/mars.tgz", Port: 7103, WebPort: 7104, Token: "TOKEN", Secret: "SECRET", Workers: 2,
		SupervisorCPUs: 1, WorkerCPUs: 4, SupervisorMemory: 2 << 30, WorkerMemory: 8 << 30,
	}
}

func TestYarnfiles(t *testing.T) {
	large := small()
	large.Queue, large.Lifetime, large.Workers, large.WorkerMemory = "team", 3600, 0, 1<<30+1
	large.Env = map[string]string{"MARS_LOG_LEVEL": "debug"}
	for name, c := range map[string]Cluster{"small": small(), "large": large} {
		s, err := c.Service()
		if err != nil {
			t.Fatal(err)
		}
		got, err := json.MarshalIndent(s, "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join("testdata", name+".json")
		if *rewrite {
			if err := os.WriteFile(path, append(got, '\n'), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil || string(got)+"\n" != string(want) {
			t.Errorf("%s is not %s: %v\n%s", name, path, err, got)
		}
	}
}

func TestWrongClusters(t *testing.T) {
	for want, change := range map[string]func(c *Cluster){
		"not \"Mars\"":             func(c *Cluster) { c.Name = "Mars" },
		"not \"\"":                 func(c *Cluster) { c.Name = "" },
		"--binary hdfs:///":        func(c *Cluster) { c.Binary = "" },
		"numbers from 1 to 65535":  func(c *Cluster) { c.Port = 0 },
		"port 7103 is for links":   func(c *Cluster) { c.WebPort = 7103 },
		"-1 workers: at least 0":   func(c *Cluster) { c.Workers = -1 },
		"one core at least":        func(c *Cluster) { c.WorkerCPUs = 0 },
		"a worker 256 MiB":         func(c *Cluster) { c.WorkerMemory = 255 << 20 },
		"supervisor has 128 MiB":   func(c *Cluster) { c.SupervisorMemory = 1 },
		"ports are numbers from 1": func(c *Cluster) { c.WebPort = 65536 },
	} {
		c := small()
		change(&c)
		if _, err := c.Service(); !errs.Is(err, errs.Invalid) || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// Every field that is written is one of YARN's: testdata/records.txt lists those of
// org.apache.hadoop.yarn.service.api.records of Hadoop 3.4.2.
func TestFieldsAreYARNs(t *testing.T) {
	b, err := os.ReadFile("testdata/records.txt")
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]map[string]string{}
	for line := range strings.Lines(string(b)) {
		f := strings.Fields(line)
		if len(f) == 0 || f[0] == "#" {
			continue
		}
		known[f[0]] = map[string]string{}
		for _, x := range f[1:] {
			name, kind, _ := strings.Cut(x, ":")
			known[f[0]][name] = kind
		}
	}
	kinds := map[reflect.Kind]string{reflect.String: "string", reflect.Int: "number", reflect.Int64: "number", reflect.Slice: "list", reflect.Map: "map", reflect.Struct: "record"}
	for record, v := range map[string]any{
		"Service": Service{}, "Component": Component{}, "Artifact": Artifact{}, "Resource": Resource{}, "ReadinessCheck": Check{},
		"Configuration": Configuration{}, "Container": Container{},
	} {
		x := reflect.TypeOf(v)
		for i := range x.NumField() {
			name, _, _ := strings.Cut(x.Field(i).Tag.Get("json"), ",")
			k := x.Field(i).Type
			if k.Kind() == reflect.Pointer {
				k = k.Elem()
			}
			if got := known[record][name]; got != kinds[k.Kind()] {
				t.Errorf("%s.%s is %q in YARN, and %s here", record, name, got, kinds[k.Kind()])
			}
		}
	}
}

func TestWeb(t *testing.T) {
	c := small()
	s, err := c.Service()
	if err != nil {
		t.Fatal(err)
	}
	s.State = "ACCEPTED"
	if _, err := s.Web(); !errs.Is(err, errs.Unavailable) || !strings.Contains(err.Error(), "it is accepted") {
		t.Error(err)
	}
	for want, x := range map[string]Container{"http://n1:7104": {Host: "n1", IP: "10.0.0.1"}, "http://[2001:db8::1]:7104": {IP: "2001:db8::1"}} {
		s.Components[0].Containers = []Container{x}
		if got, err := s.Web(); got != want || err != nil {
			t.Errorf("%s, %v; want %s", got, err, want)
		}
	}
	s.Components[0].ReadinessCheck = nil
	if _, err := s.Web(); !errs.Is(err, errs.Invalid) {
		t.Error(err)
	}
}
