package web

import (
	"strings"
	"testing"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
)

// What nobody has is refused with what was asked for and what there is.
func TestWhatNoWorkerHas(t *testing.T) {
	worker := func(name string, slots int32, mem int64, labels map[string]string) service.NodeInfo {
		return service.NodeInfo{Node: name, Role: "worker", Labels: labels, Bands: []service.BandInfo{{Name: "numa-0", Slots: slots, Mem: mem}}}
	}
	dead := worker("w9", 100, 1<<40, map[string]string{"zone": "c"})
	dead.State = service.Dead
	nodes := []service.NodeInfo{
		{Node: "s", Role: "supervisor"},
		worker("w1", 2, 4<<30, map[string]string{"zone": "a", "python:3.11": "", "data": "w1:1"}),
		worker("w2", 4, 1<<30, map[string]string{"zone": "b"}), dead,
	}
	for _, c := range []struct {
		p    op.Placement
		size int
		want string // empty: somebody has it
	}{
		{op.Placement{}, 0, ""},
		{op.Placement{Slots: 4}, 0, ""},
		{op.Placement{Slots: 5}, 0, "slots=5 was asked for, and the largest worker has 4"},
		{op.Placement{Slots: 3, Where: []string{"zone=a"}}, 0, "the largest worker with zone=a has 2"},
		{op.Placement{Memory: 4 << 30}, 0, ""},
		{op.Placement{Memory: 5 << 30}, 0, "memory=5368709120 bytes (5 GiB) was asked for, and the largest worker has 4294967296 (4 GiB)"},
		{op.Placement{Slots: 4, Memory: 2 << 30}, 0, "no worker has both"},
		{op.Placement{Where: []string{"zone=c"}}, 0, "where=zone=c is no worker: w1 has zone=a; w2 has zone=b"},
		{op.Placement{}, 6, ""},
		{op.Placement{}, 7, "7 members at a time with 1 slots each were asked for, 7 slots in all, and the workers have room for 6, on 6 slots"},
		{op.Placement{Slots: 2}, 3, ""},
		{op.Placement{Slots: 2}, 4, "have room for 3, on 6 slots"},
		{op.Placement{Memory: 2 << 30}, 3, "room for 2"},
		{op.Placement{Where: []string{"zone=a"}}, 3, "room for 2, on 2 slots"},
	} {
		err := possible(nodes, c.p)
		if err == nil && c.size > 0 {
			err = meets(nodes, c.p, op.Gang{Size: c.size})
		}
		switch {
		case c.want == "" && err != nil, c.want != "" && (!errs.Is(err, errs.Invalid) || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%+v %d: %v, want %q", c.p, c.size, err, c.want)
		}
	}
	none := []service.NodeInfo{{Node: "s", Role: "supervisor"}, dead}
	if err := possible(none, op.Placement{Slots: 9}); err != nil {
		t.Error("workers are still to come:", err)
	}
	if err := meets(none, op.Placement{}, op.Gang{Size: 9}); err != nil {
		t.Error("workers are still to come:", err)
	}
}

// Packages of environments are denied where no worker installs them.
func TestWhoInstallsPackages(t *testing.T) {
	off, on := service.NodeInfo{Node: "w1", Role: "worker"}, service.NodeInfo{Node: "w2", Role: "worker", Labels: map[string]string{"packages": ""}}
	gone := on
	gone.State = service.Dead
	if err := served([]service.NodeInfo{off, gone}, "packages"); !errs.Is(err, errs.Denied) || !strings.Contains(err.Error(), "start w1 with --functions-packages=on") {
		t.Error(err)
	}
	for _, nodes := range [][]service.NodeInfo{{off, on}, {gone}, {}} {
		if err := served(nodes, "packages"); err != nil {
			t.Error(err)
		}
	}
}
