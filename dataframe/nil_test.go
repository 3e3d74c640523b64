package dataframe_test

import (
	"testing"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/tensor"
)

// Whatever is nil is an error that says so, and never a panic.
func TestNilArguments(t *testing.T) {
	d := dataframe.New(dataframe.C{Name: "a", Data: []int64{1, 2}}, dataframe.C{Name: "b", Data: []string{"x", "y"}})
	s := d.Col("a")
	words := d.Col("b").Str()
	marstest.Nils(t, exported, []any{d, s, d.Index(), s.Sum(), d.GroupBy("a"), s.GroupBy(d.Col("b")), &words},
		[]any{d, s, d.Index(), tensor.Ones(tensor.Shape(2)), "a", []any{"a"}, []string{"a"}, t.Context()}, "RegisterFunc", "RowFunc", "BatchFunc", "GroupFunc", ".Bind")
}
