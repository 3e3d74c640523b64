package web_test

import (
	"encoding/json"
	"html"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/mars-project/mars-go/errs"
	marsv1 "github.com/mars-project/mars-go/gen/mars/v1"
)

var request = regexp.MustCompile(`(?s)<pre class="request">(.*?)</pre>`)

// The requests that the page shows are sent in their order, and all succeed.
func TestTheExamplesOfThePageWork(t *testing.T) {
	s := open(t, nil)
	r, page := s.fetch("GET", "/api", nil)
	if r.StatusCode != http.StatusOK || !strings.HasPrefix(r.Header.Get("Content-Type"), "text/html") {
		t.Fatal(r.Status)
	}
	known := map[string]string{}
	n := 0
	for _, m := range request.FindAllStringSubmatch(string(page), -1) {
		text := html.UnescapeString(m[1])
		for name, v := range known {
			text = strings.ReplaceAll(text, name, v)
		}
		line, body, _ := strings.Cut(text, "\n\n")
		method, path, _ := strings.Cut(line, " ")
		var head []string
		if method == "POST" {
			head = []string{"Content-Type", "application/json"}
		}
		resp, b := s.fetch(method, path, strings.NewReader(body), head...)
		if resp.StatusCode != http.StatusOK {
			t.Fatalf("%s: %s %s", text, resp.Status, b)
		}
		var v struct {
			Session   struct{ SessionId string }
			TaskId    string
			Manifests []struct{ Meta struct{ Key string } }
		}
		if json.Unmarshal(b, &v) == nil {
			for name, x := range map[string]string{"SESSION": v.Session.SessionId, "TASK": v.TaskId} {
				if x != "" {
					known[name] = x
				}
			}
			if len(v.Manifests) > 0 {
				known["KEY"] = v.Manifests[0].Meta.Key
			}
		}
		if method == "GET" && string(b) != "12.0\n" {
			t.Errorf("the sum is %s", b)
		}
		n++
	}
	if n < 6 || known["KEY"] == "" {
		t.Errorf("%d requests, %v", n, known)
	}
}

// All links of the page lead somewhere on it, and everything of the contract is there.
func TestThePageIsWhole(t *testing.T) {
	s := open(t, nil)
	_, b := s.fetch("GET", "/api", nil)
	page := string(b)
	ids := map[string]bool{}
	for _, m := range regexp.MustCompile(`id="([^"]+)"`).FindAllStringSubmatch(page, -1) {
		if ids[m[1]] {
			t.Errorf("two places are called %s", m[1])
		}
		ids[m[1]] = true
	}
	for _, m := range regexp.MustCompile(`href="#([^"]+)"`).FindAllStringSubmatch(page, -1) {
		if !ids[m[1]] {
			t.Errorf("nothing is called %s", m[1])
		}
	}
	svc := marsv1.File_mars_v1_service_proto.Services()
	for i := range svc.Len() {
		for k := range svc.Get(i).Methods().Len() {
			if id := string(svc.Get(i).Name()) + "." + string(svc.Get(i).Methods().Get(k).Name()); !ids[id] {
				t.Errorf("%s is not on the page", id)
			}
		}
	}
	for k := errs.Internal; k <= errs.Denied; k++ {
		if !strings.Contains(page, "<tr><td>"+k.String()+"</td>") {
			t.Errorf("kind %s is not on the page", k)
		}
	}
}
