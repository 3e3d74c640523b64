package node

import (
	"log/slog"
	"testing"

	"github.com/mars-project/mars-go/worker"
)

// An interpreter whose version is said is not asked: what is named here says nothing.
func TestAKnownInterpreterIsNotAsked(t *testing.T) {
	for python, want := range map[string]worker.Functions{
		"3.11=/bin/sh":    {Python: "/bin/sh", Version: "3.11"},
		"3.11=/no/python": {Why: "there is no interpreter /no/python"},
		"/no/python3=x":   {Why: "there is no interpreter /no/python3=x"},
		"2.7=/no/python":  {Why: "there is no interpreter 2.7=/no/python"},
	} {
		got, err := FunctionsConfig{Mode: FunctionsAuto, Python: python}.seek(t.Context(), slog.New(slog.DiscardHandler)).found()
		if got != want || err != nil {
			t.Errorf("%s: %+v, %v", python, got, err)
		}
	}
	if got, err := (FunctionsConfig{Waiting: 3}).seek(t.Context(), slog.New(slog.DiscardHandler)).found(); err != nil || got.Waiting != 3 {
		t.Errorf("%+v, %v", got, err)
	}
	if _, err := (FunctionsConfig{Mode: FunctionsOn, Python: "3.11=/no/python"}).seek(t.Context(), slog.New(slog.DiscardHandler)).found(); err == nil {
		t.Error("functions are on, and there is no interpreter")
	}
}
