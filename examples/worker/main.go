// Command worker is a program that is its own cluster: functions of its own, in Go, run on workers that are
// the same program.
//
//	go build -o acme ./examples/worker
//	./acme supervisor -H 127.0.0.1 -p 7001 -w 7005
//	./acme worker -H 127.0.0.2 -s 127.0.0.1:7001
//	./acme report http://127.0.0.1:7005
//
// Floor 9.
package main

import (
	"context"
	"fmt"
	"math"
	"os"

	mars "github.com/mars-project/mars-go"
	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/remote"
	"github.com/mars-project/mars-go/tensor"
)

// A trip is a row of the frame, and what groups of them give.
type trip struct {
	Driver string  `mars:"driver"`
	Km     float64 `mars:"km"`
	Hours  float64 `mars:"hours"`
}

// The functions, which every program registers that runs chunks.
var (
	speed = dataframe.RowFunc("acme/speed", func(r dataframe.Row) float64 { return r.Float("km") / r.Float("hours") }, dataframe.Deterministic())

	best = dataframe.GroupFunc("acme/best", func(ts []trip) ([]trip, error) {
		top := ts[0]
		for _, t := range ts {
			if t.Km > top.Km {
				top = t
			}
		}
		return []trip{top}, nil
	})

	roots = tensor.ChunkFunc("acme/roots", func(b tensor.ChunkOf[float64]) ([]float64, error) {
		for i, v := range b.Data {
			if v < 0 {
				return nil, fmt.Errorf("element %d of chunk %v is negative: %g", i, b.At, v)
			}
			b.Data[i] = math.Sqrt(v)
		}
		return b.Data, nil
	})

	total = remote.Func2("acme/total", func(a []float64, unit string) (string, error) {
		sum := 0.0
		for _, v := range a {
			sum += v
		}
		return fmt.Sprintf("%.1f %s", sum, unit), nil
	})
)

func main() {
	if len(os.Args) != 3 || os.Args[1] != "report" {
		mars.Main() // supervisor, worker, local ...
	}
	if err := report(context.Background(), os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "acme:", err)
		os.Exit(1)
	}
}

// report computes on the cluster at an address.
func report(ctx context.Context, url string) error {
	s, err := mars.Connect(ctx, url)
	if err != nil {
		return err
	}
	defer s.Close()
	trips := dataframe.NewWith(dataframe.Options{Rows: 2},
		dataframe.C{Name: "driver", Data: []string{"ann", "bob", "ann", "cid", "bob"}},
		dataframe.C{Name: "km", Data: []float64{120, 80, 300, 50, 210}},
		dataframe.C{Name: "hours", Data: []float64{2, 1, 3, 1, 3}})
	fastest := trips.ApplyFunc(speed).Max()
	long := trips.MapGroups(best, "driver")
	sides := tensor.Array([]float64{1, 4, 9, 16}).MapChunks(roots)
	sum := total.Spawn(remote.In[[]float64](sides), remote.Of("km"))
	if err := s.Execute(ctx, fastest, long, sum); err != nil {
		return err
	}
	text, err := sum.Fetch(ctx)
	if err != nil {
		return err
	}
	fmt.Printf("fastest: %v km/h\n%v\nsides: %s\n", fastest, long, text)
	return nil
}
