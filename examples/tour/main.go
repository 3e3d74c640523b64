// Command tour is the program of the README: tensors and frames in a cluster inside this process. Run it in
// the root of the repository, where its data is.
//
// Floor 9.
package main

import (
	"context"
	"fmt"
	"log"

	mars "github.com/mars-project/mars-go"
	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/tensor"
)

func main() {
	if err := run(context.Background()); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context) error {
	sess, err := mars.Local(ctx, mars.Workers(2), mars.CPUs(2), mars.Memory("512MiB"))
	if err != nil {
		return err
	}
	defer sess.Close()

	// Tensors: nothing runs until Execute.
	a := tensor.NewRandom(42).Rand(1000, 1000)
	product := tensor.Inner(a, a)
	mean := product.Mean()

	// Frames: read, filter, group, sort.
	flights := dataframe.ReadParquet("examples/data/flights-200k.parquet")
	far := flights.Filter(flights.Col("distance").Gt(1000))
	worst := far.GroupBy("origin").
		Agg([]dataframe.Named{
			{Name: "flights", Column: "delay", Func: "count"},
			{Name: "mean delay", Column: "delay", Func: "mean"},
		}).
		SortValues("mean delay", dataframe.Sort{Descending: true}).
		Head(5)

	if err := sess.Execute(ctx, product, mean, worst); err != nil {
		return err
	}
	fmt.Println(product)
	fmt.Println(worst)

	// Fetch brings elements to Go.
	m, err := tensor.Fetch[float64](ctx, sess, mean)
	if err != nil {
		return err
	}
	fmt.Printf("mean of the product: %.6f\n", m[0])
	return nil
}
