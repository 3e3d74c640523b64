package dataframe_test

import (
	"reflect"
	"testing"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/plan"
)

// asWritten is a call of an operator that reads its parameters itself.
func asWritten(name string, fields map[string]any, in ...op.Value) op.Value {
	o := op.Lookup(name).New()
	v := reflect.ValueOf(o).Elem()
	for k, f := range fields {
		if v.FieldByName(k).Type() == reflect.TypeFor[op.Written]() {
			f = op.WrittenOf(f)
		}
		v.FieldByName(k).Set(reflect.ValueOf(f))
	}
	return op.Value{N: op.Apply(o, in...)}
}

// TestKeysMean: which operators a key between brackets, of loc and of iloc becomes.
func TestKeysMean(t *testing.T) {
	d := dataframe.New(dataframe.C{Name: "i", Data: []int64{1, 2}}, dataframe.C{Name: "f", Data: []float64{0.5, 2}})
	wide := dataframe.New(dataframe.C{Name: frame.Tup("a", "b"), Data: []int64{1}})
	for _, c := range []struct {
		of   *dataframe.DataFrame
		by   string
		key  any
		want string
	}{
		{d, "brackets", "i", "dataframe.column"},
		{d, "brackets", op.List{"f"}, "dataframe.select"},
		{wide, "brackets", "a", "dataframe.column_part"},
		{d, "brackets", op.Slice{Start: int64(1)}, "dataframe.iloc"},
		{d, "brackets", op.List{false, true}, "dataframe.iloc"},
		{d, "loc", op.Tuple{op.Slice{}, "f"}, "dataframe.column"},
		{d, "loc", op.Tuple{op.Slice{}, op.List{false, true}}, "dataframe.iloc"},
		{d, "iloc", op.List{true, false}, "dataframe.iloc"},
	} {
		v := asWritten("dataframe.located", map[string]any{"Key": c.key, "By": c.by}, c.of.Value())
		if v.Err() != nil {
			t.Errorf("%s of %v: %v", c.by, c.key, v.Err())
			continue
		}
		if got := plan.Rewritten(v)[0].N.Name; got != c.want {
			t.Errorf("%s of %v is %s, want %s", c.by, c.key, got, c.want)
		}
	}
	for name, key := range map[string]any{"places that are texts": op.List{"a"}, "a place beyond": int64(9), "bools too few": op.List{true}} {
		marstest.Check(t, name, dataframe.FrameOf(asWritten("dataframe.located", map[string]any{"Key": key, "By": "iloc"}, d.Value())), errs.NotFound)
	}
	for name, c := range map[string]struct {
		by         string
		key, value any
		want       errs.Kind
	}{
		"two values for three columns": {"loc", int64(0), op.Dict{{Key: "each", Value: op.List{1, 2, 3}}}, errs.Invalid},
		"text among numbers":           {"loc", op.Tuple{int64(0), "i"}, "text", errs.Type},
		"a column beyond":              {"iloc", op.Tuple{int64(0), int64(7)}, int64(1), errs.NotFound},
	} {
		v := asWritten("dataframe.put", map[string]any{"Key": c.key, "By": c.by, "Value": c.value}, d.Value())
		marstest.Check(t, name, dataframe.FrameOf(v), c.want)
	}
}

// TestLabelsWritten: labels of axes in the forms that only written parameters have.
func TestLabelsWritten(t *testing.T) {
	d := dataframe.New(dataframe.C{Name: "i", Data: []int64{1, 2}}, dataframe.C{Name: "f", Data: []float64{0.5, 2}})
	for name, c := range map[string]struct {
		fields map[string]any
		want   errs.Kind
	}{
		"dataframe.rename":    {map[string]any{"Columns": "text"}, errs.Type},
		"dataframe.set_axis":  {map[string]any{"Labels": "text"}, errs.Type},
		"dataframe.reindex":   {map[string]any{"Index": "text"}, errs.Type},
		"dataframe.set_index": {map[string]any{"Keys": op.List{"i", "nowhere"}}, errs.NotFound},
		"dataframe.stack":     {map[string]any{"Dropna": true}, errs.Invalid},
	} {
		marstest.Check(t, name, dataframe.FrameOf(asWritten(name, c.fields, d.Value())), c.want)
	}
}
