package mars_test

import (
	"context"
	"fmt"
	"log"

	mars "github.com/mars-project/mars-go"
	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/tensor"
)

// A cluster in this process, a tensor and a frame.
func ExampleLocal() {
	ctx := context.Background()
	s, err := mars.Local(ctx, mars.Workers(2), mars.CPUs(2), mars.Memory("256MiB"))
	if err != nil {
		log.Fatal(err)
	}
	defer s.Close()

	a := tensor.Arange(0, 12, 1).Sum()
	d := dataframe.New(dataframe.C{Name: "n", Data: []int64{3, 1, 2}}).SortValues("n")
	if err := s.Execute(ctx, a, d); err != nil {
		log.Fatal(err)
	}
	fmt.Println(a)
	fmt.Println(d)
	// Output:
	// 66
	//    n
	// 1  1
	// 2  2
	// 0  3
}

// Options that make no sense are errors of kind Invalid.
func ExampleLocal_options() {
	_, err := mars.Local(context.Background(), mars.Workers(4), mars.CPUs(2))
	fmt.Println(errs.KindOf(err), err)
	// Output:
	// Invalid CPUs: 4 workers want at least as many slots, not 2
}

// Sizes are written as people write them.
func ExampleParseSize() {
	for _, s := range []string{"512k", "64m", "1.5GiB", "many"} {
		fmt.Println(mars.ParseSize(s))
	}
	// Output:
	// 524288 <nil>
	// 67108864 <nil>
	// 1610612736 <nil>
	// 0 "many" is not a size; write it as 512m, 4g or 1.5GiB
}

// OnProgress follows what runs. The last call of a task has all of it done.
func ExampleOnProgress() {
	ctx := context.Background()
	var last mars.Progress
	s, err := mars.Local(ctx, mars.OnProgress(func(p mars.Progress) { last = p }))
	if err != nil {
		log.Fatal(err)
	}
	a := tensor.Ones([]int{100, 100}, tensor.Create{Chunk: []int{50}})
	if err := s.Execute(ctx, a.Sum()); err != nil {
		log.Fatal(err)
	}
	if err := s.Close(); err != nil { // no call comes after it
		log.Fatal(err)
	}
	fmt.Println(last.Total > 0, last.Done == last.Total)
	// Output:
	// true true
}

// A Future is followed, waited for, and read.
func ExampleFuture() {
	ctx := context.Background()
	s, err := mars.Local(ctx)
	if err != nil {
		log.Fatal(err)
	}
	defer s.Close()

	a := tensor.Ones([]int{1000, 1000}, tensor.Create{Chunk: []int{250}})
	f, err := s.ExecuteAsync(ctx, tensor.Inner(a, a).Mean())
	if err != nil {
		log.Fatal(err)
	}
	v, err := f.Result(ctx)
	if err != nil {
		log.Fatal(err)
	}
	p, err := f.Progress(ctx)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(v, p.Done == p.Total)
	// Output:
	// 1000.0 true
}

// Cancel ends a task; the session lives on.
func ExampleFuture_cancel() {
	ctx := context.Background()
	s, err := mars.Local(ctx)
	if err != nil {
		log.Fatal(err)
	}
	defer s.Close()

	a := tensor.NewRandom(1).Rand(4000, 4000)
	f, err := s.ExecuteAsync(ctx, tensor.Matmul(a, tensor.Matmul(a, a)))
	if err != nil {
		log.Fatal(err)
	}
	if err := f.Cancel(ctx); err != nil {
		log.Fatal(err)
	}
	fmt.Println(errs.KindOf(f.Wait(ctx)))

	n := tensor.Arange(0, 5, 1)
	fmt.Println(s.Execute(ctx, n), n)
	// Output:
	// Canceled
	// <nil> [0 1 2 3 4]
}
