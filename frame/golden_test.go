package frame_test

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// The golden files hold values as JSON; these types read them.

type goldenColumn struct {
	DType      string
	Values     []json.RawMessage
	Ordered    bool
	Categories *goldenColumn
}

type goldenIndex struct {
	Range  []int64
	Levels []goldenColumn
	Names  []frame.Label
	Multi  bool
	Freq   string
}

type goldenFrame struct {
	Index goldenIndex
	Names []frame.Label
	Axis  []frame.Label
	Cols  []goldenColumn
}

func readGolden(t *testing.T, path string, into any) {
	t.Helper()
	b, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(b, into)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func (g *goldenFrame) frame(t *testing.T) *frame.Frame {
	t.Helper()
	cols := make([]*frame.Column, len(g.Cols))
	for i := range cols {
		cols[i] = g.Cols[i].column(t)
	}
	f, err := frame.New(g.Index.index(t), g.Names, cols...)
	if err != nil {
		t.Fatal(err)
	}
	f.Axis = g.Axis
	return f
}

func (g *goldenIndex) index(t *testing.T) *frame.Index {
	t.Helper()
	if g.Range != nil {
		return frame.NewRange(g.Range[0], g.Range[1], int(g.Range[2])).WithNames(g.Names...)
	}
	cols := make([]*frame.Column, len(g.Levels))
	for i := range cols {
		cols[i] = g.Levels[i].column(t)
	}
	if g.Multi {
		return frame.NewMulti(g.Names, cols...)
	}
	x := frame.NewIndex(g.Names[0], cols[0])
	x.Freq = g.Freq
	return x
}

func (g *goldenColumn) column(t *testing.T) *frame.Column {
	t.Helper()
	c, err := g.make(t)
	if err != nil {
		t.Fatalf("column of %s: %v", g.DType, err)
	}
	return c
}

func (g *goldenColumn) make(t *testing.T) (*frame.Column, error) {
	d, err := dtype.Parse(g.DType)
	if err != nil {
		return nil, err
	}
	switch d.Kind {
	case dtype.CategoricalKind:
		dict, err := frame.NewDictionary(g.Categories.column(t))
		if err != nil {
			return nil, err
		}
		codes := make([]int8, len(g.Values))
		for i, v := range g.Values {
			mustDecode(t, v, &codes[i])
		}
		d.Ordered = g.Ordered
		return frame.NewDict(d, dict, mem.WrapOf(codes), 0, len(codes), 1), nil
	case dtype.ObjectKind:
		vs := make([]any, len(g.Values))
		for i, v := range g.Values {
			vs[i] = goldenCell(t, v)
		}
		return frame.NewObjects(vs), nil
	case dtype.StringKind:
		b := frame.PlainStr(dirty, d)
		for _, v := range g.Values {
			var s *string
			mustDecode(t, v, &s)
			if s == nil {
				b.AppendNull()
			} else {
				b.Append(*s)
			}
		}
		return b.Column()
	case dtype.BoolKind:
		return build(t, g, d, func(v json.RawMessage) (b bool) { mustDecode(t, v, &b); return b })
	case dtype.Int8Kind:
		return build(t, g, d, goldenInt[int8](t))
	case dtype.Int16Kind:
		return build(t, g, d, goldenInt[int16](t))
	case dtype.Int32Kind:
		return build(t, g, d, goldenInt[int32](t))
	case dtype.Int64Kind, dtype.DatetimeKind, dtype.TimedeltaKind:
		return build(t, g, d, goldenInt[int64](t))
	case dtype.Uint8Kind:
		return build(t, g, d, goldenInt[uint8](t))
	case dtype.Uint64Kind:
		return build(t, g, d, goldenInt[uint64](t))
	case dtype.Float64Kind:
		return build(t, g, d, func(v json.RawMessage) float64 { return goldenFloat(t, v) })
	case dtype.Float32Kind:
		return build(t, g, d, func(v json.RawMessage) float32 { return float32(goldenFloat(t, v)) })
	case dtype.Float16Kind:
		return build(t, g, d, func(v json.RawMessage) dtype.F16 { return dtype.ToF16From64(goldenFloat(t, v)) })
	case dtype.Complex128Kind:
		return build(t, g, d, func(v json.RawMessage) complex128 {
			var parts [2]json.RawMessage
			mustDecode(t, v, &parts)
			return complex(goldenFloat(t, parts[0]), goldenFloat(t, parts[1]))
		})
	}
	return nil, fmt.Errorf("no reader of %s", d)
}

func build[T dtype.Elem](t *testing.T, g *goldenColumn, d dtype.DType, of func(json.RawMessage) T) (*frame.Column, error) {
	b := frame.NewNumBuilder[T](dirty, d, len(g.Values))
	for _, v := range g.Values {
		if string(v) == "null" {
			b.AppendNull()
		} else {
			b.Append(of(v))
		}
	}
	return b.Column()
}

func goldenInt[T int8 | int16 | int32 | int64 | uint8 | uint64](t *testing.T) func(json.RawMessage) T {
	return func(v json.RawMessage) (n T) { mustDecode(t, v, &n); return n }
}

func goldenFloat(t *testing.T, v json.RawMessage) float64 {
	var l frame.Label
	mustDecode(t, v, &l)
	f, ok := l.Float()
	if !ok {
		t.Fatalf("no float: %s", v)
	}
	return f
}

func mustDecode(t *testing.T, v json.RawMessage, into any) {
	t.Helper()
	if err := json.Unmarshal(v, into); err != nil {
		t.Fatalf("%s: %v", v, err)
	}
}

// goldenCell reads one cell of an object column.
func goldenCell(t *testing.T, v json.RawMessage) any {
	var tagged struct {
		NA          bool
		List, Tuple []json.RawMessage
		Bytes       []int
	}
	if v[0] == '{' && json.Unmarshal(v, &tagged) == nil {
		var vs []any
		for _, e := range append(tagged.List, tagged.Tuple...) {
			vs = append(vs, goldenCell(t, e))
		}
		switch {
		case tagged.NA:
			return frame.NA
		case tagged.List != nil:
			return vs
		case tagged.Tuple != nil:
			return frame.Tuple(vs)
		case tagged.Bytes != nil:
			b := make([]byte, len(tagged.Bytes))
			for i, n := range tagged.Bytes {
				b[i] = byte(n)
			}
			return b
		}
	}
	var l frame.Label
	mustDecode(t, v, &l)
	if l.IsNaN() {
		return math.NaN()
	}
	if l.Kind() == frame.LabelTuple {
		return frame.Tuple(l.Value().([]any))
	}
	return l.Value()
}
