package command

import (
	"testing"

	"github.com/mars-project/mars-go/node"
)

// Functions of users run where whoever may call them is known, and where files are not bounded, or where
// somebody says so.
func TestWhereFunctionsRun(t *testing.T) {
	for _, c := range []struct {
		functions, security string
		asks, runs          bool
	}{
		{"auto", openMode, true, true},
		{"auto", openMode, false, false},
		{"on", openMode, false, true},
		{"off", openMode, true, false},
		{"auto", strictMode, true, false},
		{"on", strictMode, true, true},
	} {
		p := &program{}
		p.set.security.functions, p.set.security.mode = c.functions, c.security
		why, err := p.noFunctions(c.asks)
		if err != nil || (why == "") != c.runs {
			t.Errorf("%+v: %q, %v", c, why, err)
		}
		if f, _ := p.functions(); c.security == strictMode && c.functions == "auto" && f.Mode != node.FunctionsOff {
			t.Errorf("%+v: workers are told %s", c, f.Mode)
		}
	}
	p := &program{}
	p.set.security.functions, p.set.security.mode = "maybe", openMode
	if _, err := p.functions(); err == nil {
		t.Error("--functions=maybe is taken")
	}
}
