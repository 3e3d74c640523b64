package column_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/column"
	"github.com/mars-project/mars-go/kernel/golden"
	"github.com/mars-project/mars-go/mem"
)

var heap = column.Env{Mem: mem.Heap}

// An answer is a column, or the error that pandas raises.
type answer struct {
	golden.Column
	Error, Type string
}

func (a *answer) UnmarshalJSON(b []byte) error {
	var e struct{ Error, Type string }
	if err := json.Unmarshal(b, &e); err != nil {
		return err
	}
	if a.Error, a.Type = e.Error, e.Type; a.Type != "" {
		return nil
	}
	return a.Column.UnmarshalJSON(b)
}

// plainObjects writes times among objects as their text, as the goldens have them.
func plainObjects(c *frame.Column) *frame.Column {
	if c.Objects == nil {
		return c
	}
	out := make([]any, c.Rows)
	for i, v := range c.Objects {
		switch v.(type) {
		case frame.Timestamp, frame.Timedelta:
			if !frame.IsMissing(v) {
				v = frame.CellText(v)
			}
		case complex128:
			v = frame.CellText(v)
		}
		out[i] = v
	}
	return frame.NewObjects(out)
}

// otherwise are the conversions that differ from pandas' on purpose.
var otherwise = map[string]string{
	"cat nan to bool":       "objects in pandas, for the missing value",
	"cat int nan to bool":   "likewise",
	"cat dt to bool":        "likewise",
	"cat dt to complex128":  "refused; ticks here",
	"str none to boolean":   "refused before there is data",
	"float64 inf to object": "the golden writes infinite objects as text",
}

func TestCast(t *testing.T) {
	var cases map[string]struct {
		From golden.Column
		To   map[string]answer
	}
	if err := golden.Read("testdata/cast.json", &cases); err != nil {
		t.Fatal(err)
	}
	for name, c := range cases {
		for to, want := range c.To {
			id := name + " to " + to
			d, err := dtype.Parse(to)
			if err != nil {
				t.Fatal(err)
			}
			if otherwise[id] != "" {
				continue
			}
			for _, enc := range encodings(t, c.From.Column) {
				got, err := heap.Cast(enc, d)
				switch {
				case want.Type != "" && err == nil:
					t.Errorf("%s: %v %v, pandas raises %s: %s", id, got.DType, got.Cells(), want.Type, want.Error)
				case want.Type != "":
					if err.Error() != want.Error && !worded[id] && !strings.HasPrefix(want.Error, "Failed to parse string") {
						t.Errorf("%s: error\n got %v\nwant %s", id, err, want.Error)
					}
				case err != nil:
					t.Errorf("%s: %v, pandas says %v", id, err, want.Cells())
				default:
					if diff := want.Diff(plainObjects(got), 1e-7); diff != "" {
						t.Errorf("%s: %s", id, diff)
					}
				}
			}
		}
	}
}

// encodings are c, c as a dictionary where it may be one, and c as part of a longer column.
func encodings(t *testing.T, c *frame.Column) []*frame.Column {
	t.Helper()
	out := []*frame.Column{c}
	if c.Rows == 0 {
		return out
	}
	twice, err := frame.Concat(mem.Heap, c, c)
	if err != nil {
		t.Fatal(err)
	}
	out = append(out, twice.Slice(c.Rows, 2*c.Rows))
	if c.DType.IsString() && !c.HasNulls() {
		cat, err := heap.Categories(c, false)
		if err != nil {
			t.Fatal(err)
		}
		codes := frame.NewDict(c.DType, cat.Dict, cat.Data, cat.Offset, cat.Rows, cat.Codes)
		out = append(out, codes)
	}
	if c.Rows == 1 {
		one, err := frame.NewConst(mem.Heap, c, 1)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, one)
	}
	return out
}

// worded are refusals whose words follow the path that pandas took inside.
var worded = map[string]bool{
	"str pad to timedelta64[s]": true, "str pad to timedelta64[ns]": true, "str forms to timedelta64[s]": true,
	"str forms to timedelta64[ns]": true,
}

// TestCastOfConstants casts columns that repeat one value, or none, as the same columns decoded.
func TestCastOfConstants(t *testing.T) {
	e := column.Env{Mem: mem.Heap}
	for _, from := range []dtype.DType{dtype.Int64.Nullable(), dtype.Float32.Nullable(), dtype.Bool.Nullable(), dtype.Float64, dtype.Int8} {
		for _, cell := range []any{nil, int64(1)} {
			if cell == nil && !frame.CanMiss(from) {
				continue
			}
			one, err := e.Build([]any{cell}, from)
			if err != nil {
				t.Fatal(err)
			}
			c, err := frame.NewConst(mem.Heap, one, 130)
			if err != nil {
				t.Fatal(err)
			}
			plain, err := c.Decode(mem.Heap)
			if err != nil {
				t.Fatal(err)
			}
			for _, to := range []dtype.DType{dtype.Float64, dtype.Float32, dtype.Int64, dtype.Int8.Nullable(), dtype.Float64.Nullable(), dtype.Bool.Nullable(), dtype.Str, dtype.Object} {
				got, err := e.Cast(c, to)
				want, wanted := e.Cast(plain, to)
				if (err == nil) != (wanted == nil) {
					t.Errorf("%v of %s as %s: %v, decoded %v", cell, from, to, err, wanted)
				} else if err == nil && fmt.Sprint(got.Cells()) != fmt.Sprint(want.Cells()) {
					t.Errorf("%v of %s as %s: %v, decoded %v", cell, from, to, got.Cells(), want.Cells())
				}
			}
		}
	}
}
