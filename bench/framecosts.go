package main

import (
	"context"
	"errors"

	mars "github.com/mars-project/mars-go"
	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/op"
)

// frameCosts is what the engine costs where kernels cost nothing: an operation on one row, after a collection
// of garbage and a pause and right after the one before, and a map of 16 chunks of one row each that is
// reduced.
func frameCosts(ctx context.Context, r *recorder) error {
	add := func(d *dataframe.Series, i float64) op.Handle { return d.Add(i) }
	sum := func(d *dataframe.Series, i float64) op.Handle { return d.Add(i).Sum() }
	for _, c := range []frameCost{
		{"empty_op", 1, add, "0.5 ms", 0.5e-3, times},
		{"empty_op_loop", 1, add, "0.5 ms", 0.5e-3, loop},
		{"map_reduce_16", 16, sum, "3 ms", 3e-3, times},
	} {
		if !r.wants(c.name) {
			continue
		}
		if err := c.add(ctx, r); err != nil {
			return err
		}
	}
	return nil
}

type frameCost struct {
	name string
	rows int // each a chunk
	run  func(d *dataframe.Series, i float64) op.Handle
	goal string
	most float64 // seconds
	time func(reps int, f func() error) ([]float64, error)
}

func (c frameCost) add(ctx context.Context, r *recorder) (err error) {
	s, err := mars.Local(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	d := dataframe.NewSeries(make([]float64, c.rows), dataframe.Options{Rows: 1})
	if err := s.Execute(ctx, d); err != nil {
		return err
	}
	i := 0.0 // equal expressions would be computed once
	const runs = 101
	ts, err := c.time(runs, func() error {
		i++
		return s.Execute(ctx, c.run(d, i))
	})
	if err != nil {
		return err
	}
	m := median(ts)
	return r.add(Row{Case: c.name, N: c.rows, Unit: "s", Ours: m, Goal: c.goal, Pass: m <= c.most, Reps: runs, Spread: spread(ts)})
}
