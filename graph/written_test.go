package graph_test

import (
	"reflect"
	"testing"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	marsv1 "github.com/mars-project/mars-go/gen/mars/v1"
	"github.com/mars-project/mars-go/graph"
	"github.com/mars-project/mars-go/op"
)

// spoken has a parameter that may be anything.
type spoken struct {
	op.Recipe
	What op.Written
}

func init() {
	op.Register[spoken](op.Doc{Name: "dataframe.spoken", Face: "inner", Sig: "spoken(df, what=<no_default>)", Summary: "Its input"})
}

func (o *spoken) Build(d *dataframe.DataFrame, _ []dataframe.Handle) *dataframe.DataFrame { return d }

// What was written comes back as it was, with None, lists, tuples, mappings in order, slices, patterns and
// inputs told apart.
func TestWhatWasWrittenComesBack(t *testing.T) {
	d := dataframe.New(dataframe.C{Name: "k", Data: []int64{1}})
	for _, w := range []op.Written{
		{},
		op.WrittenOf(nil), op.WrittenOf(int64(3)), op.WrittenOf("a"), op.WrittenOf(op.List{int64(1), op.Tuple{"a", 2.5}, nil}), op.WrittenOf(op.List{}),
		op.WrittenOf(op.Dict{{Key: "b", Value: op.List{true}}, {Key: op.Tuple{"a", int64(1)}, Value: op.In(1)}}),
		op.WrittenOf(op.Slice{Start: int64(1), Step: op.Slice{}}), op.WrittenOf(op.Pattern{Text: "^a", Flags: 2}), op.WrittenOf(frame.NA),
		op.WrittenOf(frame.Timestamp{Ticks: 5, Unit: dtype.Micro, TZ: "UTC"}), op.WrittenOf(dtype.Int16), op.WrittenOf(op.In(1)),
	} {
		v := op.Value{N: op.Apply(&spoken{What: w}, d.Value(), d.Col("k").Value())}
		back, err := graph.Unmarshal(bytesOf(t, v), nil)
		if err != nil {
			t.Errorf("%v: %v", w, err)
			continue
		}
		if got := back[0].N.Op.(*spoken).What; !reflect.DeepEqual(got, w) || back[0].Meta().Key != v.Meta().Key {
			t.Errorf("%#v came back as %#v", w, got)
		}
	}
}

func TestWhatWasWrittenNamesInputsThatThereAre(t *testing.T) {
	d := dataframe.New(dataframe.C{Name: "k", Data: []int64{1}})
	g, err := graph.Encode(op.Value{N: op.Apply(&spoken{What: op.WrittenOf(op.List{op.In(0)})}, d.Value())})
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range g.Nodes {
		if a := n.Attrs["what"]; a != nil {
			a.GetList().Items[0] = &marsv1.Attr{Value: &marsv1.Attr_Input{Input: 7}}
		}
	}
	if _, err := graph.Decode(g, nil); !errs.Is(err, errs.Invalid) {
		t.Errorf("input 7 of 1: %v", err)
	}
}
