package main

import (
	"context"
	"flag"
	"fmt"
	"math"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/kernel/accuracy"
	"github.com/mars-project/mars-go/kernel/asm"
)

// accurate holds every function to the bound that its doc states: at so many random points of its domain and
// at all special ones, on every level of the CPU, against results of 200 bits; pairs of floats show which
// points need those.
func accurate(_ context.Context, f *flag.FlagSet, args []string) (any, bool, error) {
	points := f.Int("points", 1_000_000, "points of each function and size of floats")
	seed := f.Uint64("seed", 1, "of the random points")
	only := f.String("only", "", "functions, with commas between, instead of all")
	small := f.Bool("small", false, "a few thousand points")
	if err := f.Parse(args); err != nil {
		return nil, false, err
	}
	if *small {
		*points = 5000
	}
	wanted := strings.FieldsFunc(*only, func(r rune) bool { return r == ',' })
	type job struct {
		p accuracy.Promise
		r accuracy.Result
	}
	var jobs []*job
	for _, p := range accuracy.Promises() {
		if len(wanted) == 0 || slices.Contains(wanted, p.Name) {
			jobs = append(jobs, &job{p: p})
		}
	}
	for _, name := range wanted {
		if !slices.ContainsFunc(jobs, func(j *job) bool { return j.p.Name == name }) {
			return nil, false, errs.New(errs.Invalid, "-only: no function %q states a bound", name)
		}
	}
	var group sync.WaitGroup
	next := make(chan *job)
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			for j := range next {
				j.r = accuracy.Measure(j.p, *points, *seed)
				fmt.Printf("%-10s %-8s worst %-8.4g bound %-6v over %d at %v\n", j.r.Name, j.r.DType, j.r.Worst, j.r.Bound, j.r.Over, j.r.At)
			}
		})
	}
	for _, j := range jobs {
		next <- j
	}
	close(next)
	group.Wait()
	worst, over := map[string]float64{}, 0
	for _, j := range jobs {
		r := j.r
		if r.Over > 0 {
			fmt.Fprintln(os.Stderr, r.Note)
		}
		worst[r.Name+"."+r.DType] = math.Min(math.Round(r.Worst*1e4)/1e4, math.MaxFloat64)
		over += r.Over
	}
	return map[string]any{"points": *points, "levels": fmt.Sprint(asm.Levels()), "worst": worst, "over": over}, over == 0, nil
}
