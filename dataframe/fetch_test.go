package dataframe_test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	mars "github.com/mars-project/mars-go"
	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/tensor"
)

func init() {
	dataframe.RegisterFunc("test.typo", func(r dataframe.Row) any { return r.Float("distnace") })
	dataframe.RegisterFunc("test.text", func(r dataframe.Row) any { return r.Float("t") })
	dataframe.RegisterFunc("test.outside", func(r dataframe.Row) any { return []int{1}[int(r.Float("n"))] })
}

type flight struct {
	Number  int32 `mars:"n"`
	Delay   *float64
	Text    string `mars:"t"`
	Ignored int    `mars:"-"`
}

// Columns and rows come as Go values; what does not fit is an error with its row.
func TestFetchingFrames(t *testing.T) {
	ctx := t.Context()
	s, err := mars.Local(ctx, mars.CPUs(2), mars.Memory("128MiB"))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	d := dataframe.New(
		dataframe.C{Name: "n", Data: []int64{1, 2, 300}}, dataframe.C{Name: "Delay", Data: []float64{0.5, math.NaN(), 2}},
		dataframe.C{Name: "t", Data: []string{"a", "b", "c"}}, dataframe.C{Name: "b", Data: []bool{true, false, true}},
	)
	far := d.Filter(d.Col("n").Gt(1))
	few := tensor.Arange(0, 10, 1).Get(tensor.By(tensor.Greater(tensor.Arange(0, 10, 1), 6)))
	if far.Rows() != -1 || few.Shape()[0] != -1 {
		t.Errorf("known before: %d rows, shape %v", far.Rows(), few.Shape())
	}
	total := d.Col("n").Sum()
	if err := s.Execute(ctx, d, far, few, total); err != nil {
		t.Fatal(err)
	}
	if far.Rows() != 2 || few.Shape()[0] != 3 {
		t.Errorf("%d rows, shape %v", far.Rows(), few.Shape())
	}
	if v, err := dataframe.FetchColumn[int16](ctx, s, far, "n"); err != nil || !slices.Equal(v, []int16{2, 300}) {
		t.Errorf("%v, %v", v, err)
	}
	if v, err := dataframe.FetchColumn[float64](ctx, s, d, "Delay"); err != nil || v[0] != 0.5 || !math.IsNaN(v[1]) {
		t.Errorf("%v, %v", v, err)
	}
	if v, err := dataframe.FetchColumn[any](ctx, s, d, "t"); err != nil || v[2] != "c" {
		t.Errorf("%v, %v", v, err)
	}
	for _, c := range []struct {
		kind errs.Kind
		says string
		err  error
	}{
		{errs.NotFound, "no column x; the columns are n, Delay, t, b", second(dataframe.FetchColumn[int](ctx, s, d, "x"))},
		{errs.Type, "row 2: 300 of int64 is no int8", second(dataframe.FetchColumn[int8](ctx, s, d, "n"))},
		{errs.Type, "row 0: 0.5 of float64 is no int", second(dataframe.FetchColumn[int](ctx, s, d, "Delay"))},
		{errs.Invalid, "name one of the 4 columns", second(dataframe.FetchColumn[int](ctx, s, d))},
		{errs.Invalid, "s is nil", second(dataframe.FetchColumn[int](ctx, nil, d, "n"))},
		{errs.Invalid, "was not executed", second(dataframe.FetchColumn[int](ctx, s, d.Col("n")))},
		{errs.NotFound, "field A: no column A", second(dataframe.FetchInto[struct{ A int }](ctx, s, d))},
		{errs.Type, "no struct", second(dataframe.FetchInto[int](ctx, s, d))},
	} {
		if !errs.Is(c.err, c.kind) || !strings.Contains(c.err.Error(), c.says) {
			t.Errorf("%s: %v", c.says, c.err)
		}
	}
	fs, err := dataframe.FetchInto[flight](ctx, s, d)
	if err != nil || fs[2].Number != 300 || *fs[0].Delay != 0.5 || fs[1].Delay != nil || fs[1].Text != "b" {
		t.Errorf("%+v, %v", fs, err)
	}
	sum := 0.0
	for r, err := range dataframe.FetchRows(ctx, s, far) {
		if err != nil {
			t.Fatal(err)
		}
		sum += r.Float("n")
	}
	if sum != 302 {
		t.Errorf("rows add up to %v", sum)
	}
	var last error
	for r, err := range dataframe.FetchRows(ctx, s, far) {
		last = err
		r.Get("typo")
	}
	if !errs.Is(last, errs.NotFound) || !strings.Contains(last.Error(), "row 1") {
		t.Errorf("a typo: %v", last)
	}

	// What is wrong in a user's function names it, the row, and for a panic where it was.
	for name, want := range map[string][]string{
		"test.typo": {`function "test.typo", row 0`, "no column distnace", "n, Delay, t, b"}, "test.text": {"row 0", "column t holds a string"},
		"test.outside": {`function "test.outside", row 0`, "panic: runtime error: index out of range [1]"},
	} {
		err := s.Execute(ctx, d.Apply(name, dtype.Float64))
		for _, w := range want {
			if err == nil || !strings.Contains(err.Error(), w) {
				t.Errorf("%s: %v", name, err)
			}
		}
		if e, ok := err.(*errs.Error); name == "test.outside" && (!ok || !strings.Contains(e.Trace, "fetch_test.go")) {
			t.Errorf("no stack in %#v", err)
		}
	}
}

func second[T any](_ T, err error) error { return err }

// Rows of a frame as structs.
func ExampleFetchInto() {
	ctx := context.Background()
	s, err := mars.Local(ctx)
	if err != nil {
		panic(err)
	}
	defer s.Close()
	d := dataframe.New(dataframe.C{Name: "city", Data: []string{"Ulm", "Bonn"}}, dataframe.C{Name: "height", Data: []float64{161.5, 151}})
	if err := s.Execute(ctx, d); err != nil {
		panic(err)
	}
	cities, err := dataframe.FetchInto[struct {
		Name   string  `mars:"city"`
		Height int     `mars:"-"`
		Meters float32 `mars:"height"`
	}](ctx, s, d)
	if err != nil {
		panic(err)
	}
	for _, c := range cities {
		fmt.Println(c.Name, c.Meters)
	}
	// Output:
	// Ulm 161.5
	// Bonn 151
}
