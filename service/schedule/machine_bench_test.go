package schedule

import (
	"encoding/binary"
	"fmt"
	"testing"

	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
)

// tree is n sources and the sums of eight of each, level by level.
func tree(t service.TaskID, n int) (list []service.Subtask) {
	key := func(i int) (k op.Key) {
		binary.LittleEndian.PutUint64(k[:], uint64(i)*0x9E3779B97F4A7C15)
		binary.LittleEndian.PutUint32(k[8:], uint32(t))
		return k
	}
	lo, width := 0, n
	for i := range n {
		list = append(list, service.Subtask{ID: t.Subtask(i), Priority: int64(i), Outputs: []service.Output{{Key: key(i), Bytes: 1 << 20}}})
	}
	for width > 1 {
		next := (width + 7) / 8
		for j := range next {
			id := len(list)
			s := service.Subtask{ID: t.Subtask(id), Priority: int64(j * 8)}
			for k := j * 8; k < min(width, j*8+8); k++ {
				s.Inputs = append(s.Inputs, service.Input{Key: key(lo + k), Bytes: 1 << 20})
				s.Deps = append(s.Deps, t.Subtask(lo+k))
			}
			s.Outputs = []service.Output{{Key: key(id), Bytes: 1 << 20, Hold: next == 1}}
			list = append(list, s)
		}
		lo, width = lo+width, next
	}
	return list
}

// BenchmarkSchedule is the scheduler's whole work for one subtask: submit, lease, finish, forget.
func BenchmarkSchedule(b *testing.B) {
	for _, bands := range []int{1, 4, 1000} {
		b.Run(fmt.Sprintf("bands=%d", bands), func(b *testing.B) {
			b.ReportAllocs()
			list := tree(1, 1e5)
			b.ResetTimer()
			n := 0
			for range b.N {
				n += runAll(b, list, bands)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(n), "ns/subtask")
		})
	}
}

func runAll(b *testing.B, list []service.Subtask, bands int) (done int) {
	m, err := New(Config{})
	if err != nil {
		b.Fatal(err)
	}
	var todo []Assign
	step := func(e Event) {
		for _, x := range m.Step(e) {
			switch x := x.(type) {
			case Assign:
				todo = append(todo, x)
			case Done:
				done += len(x.Results)
			}
		}
	}
	for i := range bands {
		step(BandUp{Band: service.Band{Node: fmt.Sprint("w", i), Name: "numa-0"}, Slots: 2, Mem: 1 << 40})
	}
	step(Submit{Task: 1, Subtasks: list})
	for len(todo) > 0 {
		a := todo[0]
		todo = todo[1:]
		r := service.Report{Band: a.Band}
		for _, run := range a.Runs {
			r.Results = append(r.Results, service.Result{ID: run.ID, Attempt: run.Attempt, Ended: 1000})
		}
		step(Reported{r})
	}
	step(Forget{1})
	if done != len(list) {
		b.Fatalf("%d of %d done", done, len(list))
	}
	return done
}
