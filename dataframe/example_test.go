package dataframe_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"time"

	mars "github.com/mars-project/mars-go"
	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/op"
)

// show executes values in a cluster of this process and prints them.
func show(hs ...op.Handle) {
	ctx := context.Background()
	s, err := mars.Local(ctx)
	if err != nil {
		log.Fatal(err)
	}
	defer s.Close()
	if err := s.Execute(ctx, hs...); err != nil {
		log.Fatal(err)
	}
	for _, h := range hs {
		fmt.Println(h)
	}
}

func ExampleNew() {
	show(dataframe.New(
		dataframe.C{Name: "city", Data: []string{"Oslo", "Lima", "Pune"}},
		dataframe.C{Name: "visits", Data: []int64{3, 1, 2}},
		dataframe.C{Name: "cost", Data: 9.5},
	))
	// Output:
	//    city  visits  cost
	// 0  Oslo       3   9.5
	// 1  Lima       1   9.5
	// 2  Pune       2   9.5
}

// A mask is a series of bools; masks combine with And and Or.
func ExampleDataFrame_Filter() {
	d := dataframe.New(
		dataframe.C{Name: "city", Data: []string{"Oslo", "Lima", "Pune"}},
		dataframe.C{Name: "visits", Data: []int64{3, 1, 2}},
	)
	show(d.Filter(d.Col("visits").Gt(1).And(d.Col("city").Ne("Oslo"))))
	// Output:
	//    city  visits
	// 2  Pune       2
}

func ExampleDataFrame_SortValues() {
	d := dataframe.New(
		dataframe.C{Name: "k", Data: []string{"b", "a", "b", "a"}},
		dataframe.C{Name: "v", Data: []float64{1, 2, 3, 4}},
	)
	show(d.SortValues([]string{"k", "v"}, dataframe.Sort{Ascending: []bool{true, false}}))
	// Output:
	//    k    v
	// 3  a  4.0
	// 1  a  2.0
	// 2  b  3.0
	// 0  b  1.0
}

// Named aggregates choose columns, functions and names of the result.
func ExampleGroupBy_Agg() {
	d := dataframe.New(
		dataframe.C{Name: "k", Data: []string{"b", "a", "b", "a"}},
		dataframe.C{Name: "v", Data: []float64{1, 2, 3, 4}},
	)
	show(d.GroupBy("k").Agg([]dataframe.Named{
		{Name: "n", Column: "v", Func: "count"},
		{Name: "mean", Column: "v", Func: "mean"},
	}).ResetIndex())
	// Output:
	//    k  n  mean
	// 0  a  2   3.0
	// 1  b  2   2.0
}

func ExampleDataFrame_Merge() {
	visits := dataframe.New(
		dataframe.C{Name: "city", Data: []string{"Oslo", "Lima", "Bonn"}},
		dataframe.C{Name: "visits", Data: []int64{3, 1, 2}},
	)
	country := dataframe.New(
		dataframe.C{Name: "city", Data: []string{"Lima", "Oslo"}},
		dataframe.C{Name: "in", Data: []string{"Peru", "Norway"}},
	)
	show(
		visits.Merge(country, dataframe.MergeOptions{On: "city"}),
		visits.Merge(country, dataframe.MergeOptions{On: "city", How: "left"}),
	)
	// Output:
	//    city  visits      in
	// 0  Oslo       3  Norway
	// 1  Lima       1    Peru
	//    city  visits      in
	// 0  Oslo       3  Norway
	// 1  Lima       1    Peru
	// 2  Bonn       2     NaN
}

// Each quote goes to the last trade before it.
func ExampleMergeAsof() {
	quotes := dataframe.New(
		dataframe.C{Name: "t", Data: []int64{1, 5, 9}},
		dataframe.C{Name: "quote", Data: []float64{10, 11, 12}},
	)
	trades := dataframe.New(
		dataframe.C{Name: "t", Data: []int64{2, 9}},
		dataframe.C{Name: "trade", Data: []string{"x", "y"}},
	)
	show(dataframe.MergeAsof(quotes, trades, dataframe.AsofOptions{On: "t"}))
	// Output:
	//    t  quote trade
	// 0  1   10.0   NaN
	// 1  5   11.0     x
	// 2  9   12.0     y
}

// Only the columns that are used are read.
func ExampleReadParquet() {
	d := dataframe.ReadParquet("../examples/data/flights-200k.parquet")
	far := d.Filter(d.Col("distance").Gt(4000))
	show(d.Col("delay").Mean(), far.Col("origin").Unique(), far.Col("delay").Max())
	// Output:
	// 6.611215
	// 0    ORD
	// 1    STL
	// 2    OGG
	// 3    ATL
	// 4    HNL
	// 5    EWR
	// 6    DTW
	// dtype: str
	// 271
}

func ExampleReadCSV() {
	d := dataframe.ReadCSV("../examples/data/airports.csv", dataframe.CSV{UseCols: []any{"iata", "state"}})
	show(d.Head(2), d.Col("state").ValueCounts().ResetIndex().Head(3))
	// Output:
	//   iata state
	// 0  00M    MS
	// 1  00R    TX
	//   state  count
	// 0    AK    263
	// 1    TX    209
	// 2    CA    205
}

// A star in the path stands for the number of the chunk. The result has a row for each file.
func ExampleDataFrame_ToParquet() {
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "t-*.parquet")
	d := dataframe.New(dataframe.C{Name: "n", Data: []int64{1, 2, 3}})
	show(d.ToParquet(path).Select("rows"))
	show(dataframe.ReadParquet(filepath.Join(dir, "t-0.parquet")))
	// Output:
	//    rows
	// 0     3
	//    n
	// 0  1
	// 1  2
	// 2  3
}

func ExampleSeries_Str() {
	s := dataframe.NewSeries([]string{"Ada Lovelace", "Alan Turing"}, dataframe.Options{Name: "who"})
	show(s.Str().Upper(), s.Str().Contains("ing"))
	// Output:
	// 0    ADA LOVELACE
	// 1     ALAN TURING
	// Name: who, dtype: str
	// 0    False
	// 1     True
	// Name: who, dtype: bool
}

func ExampleSeries_Dt() {
	s := dataframe.NewSeries([]time.Time{
		time.Date(2024, 2, 28, 12, 0, 0, 0, time.UTC),
		time.Date(2024, 2, 29, 6, 30, 0, 0, time.UTC),
	})
	show(s.Dt().Day(), s.Diff())
	// Output:
	// 0    28
	// 1    29
	// dtype: int32
	// 0               NaT
	// 1   0 days 18:30:00
	// dtype: timedelta64[us]
}

func ExampleDataFrame_Rolling() {
	d := dataframe.New(dataframe.C{Name: "v", Data: []float64{1, 2, 3, 4}})
	show(d.Rolling(2).Mean())
	// Output:
	//      v
	// 0  NaN
	// 1  1.5
	// 2  2.5
	// 3  3.5
}

// Expressions in pandas' grammar become the same nodes as calls; @names are variables of the program.
func ExampleDataFrame_Query() {
	d := dataframe.New(dataframe.C{Name: "a", Data: []int{1, 4, 7}}, dataframe.C{Name: "b", Data: []string{"x", "y", "x"}})
	show(d.Query("a > @low and b in ['x', 'z']", dataframe.Vars{"low": 3}).Eval("c = a * 2"))
	// Output:
	//    a  b   c
	// 2  7  x  14
}
