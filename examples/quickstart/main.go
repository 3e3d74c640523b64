// Command quickstart is a first look at Mars: two real files joined and grouped, then a product of random
// matrices, in a cluster inside this process. Answers go to stdout, progress and times to stderr.
//
// Floor 9.
package main

import (
	"context"
	"fmt"
	"os"
	"time"

	mars "github.com/mars-project/mars-go"
	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/tensor"
)

func main() {
	if err := run(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, "quickstart:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	start := time.Now()
	bar := newBar(os.Stderr)
	s, err := mars.Local(ctx, mars.Workers(2), mars.CPUs(2), mars.Memory("512MiB"), mars.OnProgress(bar.show))
	if err != nil {
		return err
	}
	defer s.Close()
	bar.note("cluster ready", start)

	if err := airports(ctx, s, bar); err != nil {
		return err
	}
	if err := matrices(ctx, s, bar); err != nil {
		return err
	}
	fmt.Fprint(os.Stderr, `
Where to go next:
  examples/quickstart/main.go   this program
  README.md                     the same in a minute, and what there is
  go doc github.com/mars-project/mars-go/dataframe, .../tensor
`)
	return nil
}

// airports prints the airports with the worst mean delay: read, join, filter, group, sort.
func airports(ctx context.Context, s *mars.Session, bar *bar) error {
	start := time.Now()
	flights := dataframe.ReadParquet("examples/data/flights-200k.parquet")
	airports := dataframe.ReadCSV("examples/data/airports.csv")

	far := flights.Filter(flights.Col("distance").Gt(200))
	named := far.Merge(airports, dataframe.MergeOptions{LeftOn: "origin", RightOn: "iata"})
	delays := named.GroupBy([]string{"origin", "name"}).Agg([]dataframe.Named{
		{Name: "flights", Column: "delay", Func: "count"},
		{Name: "mean delay", Column: "delay", Func: "mean"},
	})
	worst := delays.Filter(delays.Col("flights").Ge(100)).
		SortValues("mean delay", dataframe.Sort{Descending: true}).
		Head(10)

	if err := s.Execute(ctx, worst); err != nil {
		return err
	}
	bar.note("worst airports", start)
	fmt.Println("Airports with the worst mean delay, in minutes, of flights over 200 miles:")
	fmt.Println()
	fmt.Println(worst)
	return nil
}

// matrices runs the first script of the documentation: an inner product, and the sums of columns.
func matrices(ctx context.Context, s *mars.Session, bar *bar) error {
	start := time.Now()
	a := tensor.NewRandom(42).RandomSample(tensor.Sample{Size: tensor.Shape(2000, 2000), Chunk: []int{200}})
	b := tensor.Inner(a, a)
	sums := dataframe.FromTensor(a).Sum()
	if err := s.Execute(ctx, b, sums); err != nil {
		return err
	}
	bar.note("inner product of 2000 x 2000 random numbers, sums of columns", start)
	fmt.Println()
	fmt.Println("inner(a, a) of 2000 x 2000 random numbers:")
	fmt.Println(b)
	fmt.Println()
	fmt.Println("DataFrame(a).sum():")
	fmt.Println(sums)
	return nil
}
