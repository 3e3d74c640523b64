package op_test

import (
	"slices"
	"testing"
	"time"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

func TestPlacementsThatCannotBe(t *testing.T) {
	for _, p := range []op.Placement{{Slots: -1}, {Slots: 1 << 20}, {Memory: -1}, {Timeout: -1}, {Where: []string{"=a"}}, {Where: []string{""}}} {
		if err := p.CheckPlacement(); !errs.Is(err, errs.Invalid) {
			t.Errorf("%+v: %v", p, err)
		}
	}
	good := op.Placement{Slots: 2, Memory: 1, Timeout: 1.5, Where: []string{"a=b", "c"}}
	if err := good.CheckPlacement(); err != nil {
		t.Error(err)
	}
	var c op.FuncCall
	if good.Limit(&c); c.Threads != 2 || c.Memory != 1 || c.Limit != 1500*time.Millisecond {
		t.Errorf("%+v", c)
	}
	for _, g := range []op.Gang{{}, {Size: 1 << 20}, {Size: 1, Ports: -1}, {Size: 1, Ports: 1000}} {
		if err := g.CheckGang(); !errs.Is(err, errs.Invalid) {
			t.Errorf("%+v: %v", g, err)
		}
	}
}

func TestLabels(t *testing.T) {
	have := map[string]string{"zone": "a", "gpu": ""}
	for _, c := range []struct {
		want []string
		has  bool
	}{
		{nil, true},
		{[]string{"zone=a"}, true},
		{[]string{"zone"}, true},
		{[]string{"zone=b"}, false},
		{[]string{"zone=a", "gpu"}, true},
		{[]string{"gpu=1"}, false},
		{[]string{"gpu="}, true},
		{[]string{"ssd"}, false},
	} {
		if got := op.HasLabels(have, c.want); got != c.has {
			t.Errorf("%v: %v", c.want, got)
		}
	}
}

// What has packages runs where they are installed.
func TestPlacementWithPackages(t *testing.T) {
	where := make([]string, 1, 2)
	where[0] = "zone=a"
	for _, packages := range []bool{false, true} {
		p := op.Placement{Where: where, Env: true, Packages: packages}
		got := op.PlacingOf(struct {
			op.Operand
			op.Placement
		}{Placement: p}, op.Map)
		if needs := p.Calls("3.11"); needs[0] != "python:3.11" || slices.Contains(needs, "packages") != packages {
			t.Error(needs)
		}
		if slices.Contains(got.Where, "packages") != packages || got.Where[0] != "zone=a" || where[:2][1] != "" {
			t.Error(got.Where)
		}
	}
}
