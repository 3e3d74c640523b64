package local_test

import (
	"context"
	"fmt"
	"syscall"
	"testing"
	"time"

	"github.com/mars-project/mars-go/client"
	"github.com/mars-project/mars-go/local"
	"github.com/mars-project/mars-go/tensor"
)

// cpu is what this process has used of its cores.
func cpu() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// BenchmarkSubtask is what a trivial subtask costs: planned, leased, run and reported, over links of values
// and of bytes.
func BenchmarkSubtask(b *testing.B) {
	for _, bytes := range []bool{false, true} {
		for _, workers := range []int{1, 4} {
			b.Run(fmt.Sprintf("bytes=%t/workers=%d", bytes, workers), func(b *testing.B) {
				ctx := context.Background()
				c, err := local.Start(ctx, local.Config{Workers: workers, Slots: max(2, workers), Memory: 1 << 30, Bytes: bytes})
				if err != nil {
					b.Fatal(err)
				}
				defer c.Close(ctx)
				s, err := client.New(ctx, c, client.Options{NoFuse: true})
				if err != nil {
					b.Fatal(err)
				}
				defer s.Close()
				const n = 20000
				b.ResetTimer()
				began := cpu()
				for i := 0; i < b.N; i += n {
					a := tensor.Ones([]int{n * (i/n + 1)}, tensor.Create{Chunk: []int{i/n + 1}})
					if err := s.Execute(ctx, a); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "subtasks/s")
				b.ReportMetric((cpu()-began).Seconds()*1e6/float64(b.N), "cpu-us/op")
			})
		}
	}
}
