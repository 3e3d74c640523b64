package main

import (
	"context"
	"flag"

	"github.com/mars-project/mars-go/client"
	"github.com/mars-project/mars-go/internal/host"
	"github.com/mars-project/mars-go/local"
	"github.com/mars-project/mars-go/tensor"

	mars "github.com/mars-project/mars-go"
)

// A spilled is what came of a job larger than memory.
type spilled struct {
	AnswerOK bool  `json:"answer_ok"`
	Spilled  int64 `json:"spilled_bytes"`
	PeakRSS  int64 `json:"peak_rss"`
	Limit    int64 `json:"limit"`
	Budget   int64 `json:"budget"`
	Data     int64 `json:"data"`
}

// spill keeps factor times the budget in chunks, and reads them all again.
func spill(ctx context.Context, f *flag.FlagSet, args []string) (any, bool, error) {
	budget := f.String("budget", "256MiB", "memory of the worker")
	factor := f.Int("factor", 4, "data is so many budgets")
	small := f.Bool("small", false, "a budget of 32 MiB")
	if err := f.Parse(args); err != nil {
		return nil, false, err
	}
	if *small {
		*budget = "32MiB"
	}
	b, err := mars.ParseSize(*budget)
	if err != nil {
		return nil, false, err
	}
	out := &spilled{Budget: b}
	c, err := local.Start(ctx, local.Config{Workers: 1, Slots: 2, Memory: b})
	if err != nil {
		return nil, false, err
	}
	s, err := client.New(ctx, c, client.Options{ChunkBytes: max(b/64, 64<<10), Owned: true})
	if err != nil {
		return nil, false, err
	}
	defer s.Close()
	n := int(b) * *factor / 8
	out.Data = int64(n) * 8
	a := tensor.Add(tensor.Arange(0, n, 1), 0.5)
	if err := s.Execute(ctx, a); err != nil {
		return nil, false, err
	}
	sum, most := tensor.Sum(a), tensor.Max(a)
	if err := s.Execute(ctx, sum, most); err != nil {
		return nil, false, err
	}
	got, err := tensor.Fetch[float64](ctx, s, sum)
	if err != nil {
		return nil, false, err
	}
	top, err := tensor.Fetch[float64](ctx, s, most)
	if err != nil {
		return nil, false, err
	}
	want := float64(n) * float64(n) / 2 // sum of k + 1/2 below n
	out.AnswerOK = top[0] == float64(n)-0.5 && got[0] > want*(1-1e-12) && got[0] < want*(1+1e-12)
	w := c.Worker(c.Workers()[0])
	out.Spilled = w.Store().Stats().Written
	// The bound of a worker: what is stored and granted is at most nine tenths of the budget.
	all, err := host.Memory()
	if err != nil {
		return nil, false, err
	}
	out.Limit = min(all, w.Store().Pool().Limit()*13/10) + 200<<20
	if out.PeakRSS, err = host.PeakRSS(); err != nil {
		return nil, false, err
	}
	return out, out.AnswerOK && out.Spilled > out.Data/2 && out.PeakRSS <= out.Limit, nil
}
