package schedule_test

import (
	"testing"

	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/service/schedule"
)

// Every lease is logged, so that its words must cost little.
func TestWordsOfALease(t *testing.T) {
	task := service.MakeTaskID(0, 3)
	run := func(n int, attempt int32) service.Run { return service.Run{ID: task.Subtask(n), Attempt: attempt} }
	many := []service.Run{run(0, 0), run(1, 0), run(2, 0), run(7, 1), run(9, 2), run(10, 2)}
	var odd []service.Run
	for n := range 20 {
		odd = append(odd, run(2*n+1, 0))
	}
	band := service.Band{Node: "w1", Name: "numa-0"}
	for _, c := range []struct {
		e    schedule.Assign
		want string
	}{
		{schedule.Assign{Lease: 12, Task: task, Band: band, Runs: many[:1]}, "assign l12 t3/s0 -> w1/numa-0"},
		{schedule.Assign{Lease: 12, Task: task, Band: band, Runs: many, Local: make([]op.Key, 2)}, "assign l12 t3/s0..s2,s7#1,s9..s10#2 -> w1/numa-0 (2 local)"},
		{schedule.Assign{Lease: 1, Task: task, Band: band, Runs: odd}, "assign l1 t3/s1,s3,s5,s7,s9,s11,s13,s15,... (20) -> w1/numa-0"},
		{schedule.Assign{Lease: 1, Task: task, Band: band}, "assign l1 nothing -> w1/numa-0"},
	} {
		if got := c.e.String(); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
	e := schedule.Assign{Lease: 12, Task: task, Band: band, Runs: many[:1]}
	if n := testing.AllocsPerRun(100, func() { _ = e.String() }); n > 5 {
		t.Errorf("%v allocations", n)
	}
}
