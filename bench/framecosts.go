package main

import (
	"context"
	"errors"

	mars "github.com/mars-project/mars-go"
	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/op"
)

// frameCosts is what the engine costs where kernels cost nothing: an operation on one row, and a map of 16 chunks of one row each that is reduced.
func frameCosts(ctx context.Context, r *recorder) error {
	for _, c := range []struct {
		name string
		rows int
		run  func(d *dataframe.Series, i float64) op.Handle
		goal string
		most float64
	}{
		{"empty_op", 1, func(d *dataframe.Series, i float64) op.Handle { return d.Add(i) }, "0.5 ms", 0.5e-3},
		{"map_reduce_16", 16, func(d *dataframe.Series, i float64) op.Handle { return d.Add(i).Sum() }, "3 ms", 3e-3},
	} {
		if !r.wants(c.name) {
			continue
		}
		if err := frameCost(ctx, r, c.name, c.rows, c.run, c.goal, c.most); err != nil {
			return err
		}
	}
	return nil
}

func frameCost(ctx context.Context, r *recorder, name string, rows int, run func(*dataframe.Series, float64) op.Handle, goal string, most float64) (err error) {
	s, err := mars.Local(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	d := dataframe.NewSeries(make([]float64, rows), dataframe.Options{Rows: 1})
	if err := s.Execute(ctx, d); err != nil {
		return err
	}
	i := 0.0 // equal expressions would be computed once
	const runs = 101
	ts, err := times(runs, func() error {
		i++
		return s.Execute(ctx, run(d, i))
	})
	if err != nil {
		return err
	}
	return r.add(Row{Case: name, N: rows, Unit: "s", Ours: median(ts), Goal: goal, Pass: median(ts) <= most, Reps: runs, Spread: spread(ts)})
}
