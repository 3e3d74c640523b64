package dataframe_test

import (
	"testing"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/op"
)

// A merge whose rows cannot be matched in its memory goes through scratch space and has the same answer.
func TestMergeSpills(t *testing.T) {
	l := dataframe.New(dataframe.C{Name: "k", Data: []int64{3, 1, 2, 3, 9, 1}}, dataframe.C{Name: "x", Data: []string{"a", "b", "c", "d", "e", "f"}})
	r := dataframe.New(dataframe.C{Name: "k", Data: []int64{1, 3, 7, 3}}, dataframe.C{Name: "y", Data: []float64{1, 2, 3, 4}})
	sides := []any{frameOf(t, l), frameOf(t, r)}
	for _, how := range []string{"inner", "left", "right", "outer"} {
		n := l.Merge(r, merging{How: how}).Value().N
		in := append([]any(nil), sides...)
		metas := op.Metas(n.In)
		if how == "right" { // the side whose order counts comes first
			in[0], in[1], metas[0], metas[1] = in[1], in[0], metas[1], metas[0]
		}
		call := &op.Call{Op: n.Op, Name: n.Name, Stage: op.Final, In: []op.Arg{{Meta: metas[0]}, {Meta: metas[1]}}, Outs: n.Outs}
		marstest.Tight(t, how, call, in...)
	}
}

func frameOf(t *testing.T, d *dataframe.DataFrame) *frame.Frame {
	t.Helper()
	got, err := (&marstest.Loop{}).Run(d.Value())
	if err != nil {
		t.Fatal(err)
	}
	return got[0].(*frame.Frame)
}
