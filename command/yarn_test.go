package command

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"github.com/mars-project/mars-go/internal/yarn"
)

// manager is a resource manager as commands see it: whatever is asked for is there at the second look. That
// of Hadoop itself is asked by scripts/prove-yarn.sh.
type manager struct {
	s     *yarn.Service
	state string // of the service; empty: STABLE once it is there
	looks int
}

func (m *manager) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	refuse := func(status int, why string) {
		w.WriteHeader(status)
		_ = json.NewEncoder(w).Encode(map[string]string{"diagnostics": why})
	}
	in := &yarn.Service{}
	switch path := strings.TrimPrefix(r.URL.Path, "/app/v1/services"); {
	case r.Method == http.MethodPost:
		if err := json.NewDecoder(r.Body).Decode(in); err != nil || m.s != nil {
			refuse(400, "Service name "+in.Name+" is already taken")
			return
		}
		m.s, m.looks = in, 0
	case m.s == nil || !strings.HasPrefix(path, "/"+m.s.Name):
		refuse(404, "Service not found")
	case strings.HasSuffix(path, "/components/worker"):
		c := yarn.Component{}
		if err := json.NewDecoder(r.Body).Decode(&c); err != nil {
			refuse(400, err.Error())
			return
		}
		m.s.Components[1].NumberOfContainers, m.looks = c.NumberOfContainers, 0
	case r.Method == http.MethodDelete:
		m.s = nil
	case r.Method == http.MethodGet:
		m.s.State, m.s.ID = "STARTED", "application_1"
		if m.looks++; m.looks > 1 {
			m.s.State = "STABLE"
			for i := range m.s.Components {
				m.s.Components[i].Containers = nil
				for range *m.s.Components[i].NumberOfContainers {
					m.s.Components[i].Containers = append(m.s.Components[i].Containers, yarn.Container{State: "READY", Host: "n1"})
				}
			}
		}
		if m.state != "" {
			m.s.State = m.state
		}
		_ = json.NewEncoder(w).Encode(m.s)
	}
}

func TestYarn(t *testing.T) {
	m := &manager{}
	rm := httptest.NewServer(m)
	t.Cleanup(rm.Close)
	line := func(want int, args ...string) string {
		t.Helper()
		got, out, err := mars(t, append([]string{"yarn"}, args...)...)
		if got != want {
			t.Errorf("%v: exit %d, want %d: %s", args, got, want, err)
		}
		return out + err
	}
	has := func(text string, all ...string) {
		t.Helper()
		for _, x := range all {
			if !strings.Contains(text, x) {
				t.Errorf("%q is not in %s", x, text)
			}
		}
	}
	binary := []string{"--binary", "hdfs:///apps/mars.tgz", "--workers", "2"}
	start := append([]string{"start", "mars-a", "--rm", rm.URL, "--token", "TOKEN"}, binary...)
	has(line(0, start...), "http://n1:7104", "TOKEN")
	has(line(1, start...), "already taken")
	status := line(0, "status", "mars-a", "--rm", rm.URL, "--json")
	has(status, "application_1", "STABLE")
	if strings.Contains(status, "TOKEN") {
		t.Errorf("the status shows the token: %s", status)
	}
	has(line(0, "status", "mars-a", "--rm", rm.URL), "2 of 2 ready", "http://n1:7104")
	line(0, "flex", "mars-a", "5", "--rm", rm.URL)
	if n := *m.s.Components[1].NumberOfContainers; n != 5 {
		t.Errorf("%d workers", n)
	}
	m.state = "FAILED"
	has(line(1, "flex", "mars-a", "6", "--rm", rm.URL), "service mars-a is failed", "yarn logs -applicationId application_1")
	line(0, "stop", "mars-a", "--rm", rm.URL)
	has(line(3, "status", "mars-a", "--rm", rm.URL), "not found")

	var s yarn.Service
	if err := json.Unmarshal([]byte(line(0, append([]string{"file", "mars-a"}, binary...)...)), &s); err != nil || len(s.Components) != 2 {
		t.Errorf("%+v, %v", s, err)
	}
	has(line(2, "file", "mars-a"), "--binary hdfs:///")
	has(line(2, append([]string{"file", "mars-a", "--worker-memory", "much"}, binary...)...), `"much" is no size`)
	has(line(2, "flex", "mars-a", "many"), "no number of workers")
	has(line(2, "flex", "mars-a"), "wants NAME and N")
	has(line(2, "status", "mars-a", "--rm", "ftp://x"), "no address of a resource manager")
}

// The commands of the page are commands.
func TestYarnPage(t *testing.T) {
	b, err := os.ReadFile("../docs/yarn.md")
	if err != nil {
		t.Fatal(err)
	}
	rm := httptest.NewServer(&manager{})
	t.Cleanup(rm.Close)
	n := 0
	for line := range strings.Lines(string(b)) {
		args, ok := strings.CutPrefix(line, "mars yarn ")
		if !ok {
			continue
		}
		n++
		if code, _, err := mars(t, append([]string{"yarn"}, strings.Fields(strings.ReplaceAll(args, "http://rm:8088", rm.URL))...)...); code != exitOK {
			t.Errorf("%s: %d, %s", line, code, err)
		}
	}
	if n < 6 {
		t.Errorf("there are %d", n)
	}
}
