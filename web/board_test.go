package web_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The board of docs/grafana asks for nothing that a supervisor does not tell.
func TestBoardAsksForWhatIsThere(t *testing.T) {
	b, err := os.ReadFile("../docs/grafana/mars.json")
	if err != nil {
		t.Fatal(err)
	}
	var board struct {
		Panels []struct {
			Title   string
			Targets []struct{ Expr string }
		}
	}
	if err := json.Unmarshal(b, &board); err != nil || len(board.Panels) == 0 {
		t.Fatalf("%d panels, %v", len(board.Panels), err)
	}
	s, end := remembering(t, filepath.Join(t.TempDir(), "history.db"), nil)
	defer end()
	s.begin().sums(2)
	s.fetch("GET", "/v1/nothing", nil) // so that there is a request
	if _, err := s.task.GetTask(s.ctx(), nil); err == nil {
		t.Error("no task is asked for, and there is one")
	}
	_, text := s.fetch("GET", "/metrics", nil)
	for _, p := range board.Panels {
		for _, x := range p.Targets {
			for _, name := range regexp.MustCompile(`mars_\w+`).FindAllString(x.Expr, -1) {
				if strings.HasPrefix(name, "mars_worker_") { // see package node
					continue
				}
				if !strings.Contains(string(text), "\n"+name) {
					t.Errorf("%s: nobody tells %s", p.Title, name)
				}
			}
		}
	}
}
