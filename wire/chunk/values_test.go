package chunk_test

import (
	"fmt"
	"math"
	"math/big"
	"reflect"
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/wire/chunk"
)

func arange(shape ...int) *nd.Array {
	data := make([]int64, nd.Size(shape))
	for i := range data {
		data[i] = int64(i)
	}
	return nd.Of(data, shape...)
}

func texts(d dtype.DType, vs ...any) *frame.Column {
	b := frame.PlainStr(mem.Heap, d)
	for _, v := range vs {
		if v == nil {
			b.AppendNull()
		} else {
			b.Append(v.(string))
		}
	}
	return ok(b.Column())
}

func repeated(n int, vs ...string) *frame.Column {
	b := frame.NewStrBuilder(mem.Heap, dtype.Str)
	for i := range n {
		if k := i % (len(vs) + 1); k == len(vs) {
			b.AppendNull()
		} else {
			b.Append(vs[k])
		}
	}
	return ok(b.Column())
}

const long = "a text that is longer than a view holds "

// everything is a frame with a column of every dtype and encoding, six rows.
func everything() *frame.Frame {
	cats := ok(frame.NewDictionary(frame.Strs("low", "high", long)))
	ordered := dtype.DType{Kind: dtype.CategoricalKind, Ordered: true}
	nullable := frame.NewNumBuilder[int64](mem.Heap, dtype.Int64.Nullable(), 0)
	flags := frame.NewNumBuilder[bool](mem.Heap, dtype.Bool.Nullable(), 0)
	for i := range 6 {
		if i == 2 {
			nullable.AppendNull()
			flags.AppendNull()
			continue
		}
		nullable.Append(int64(i))
		flags.Append(i%2 == 0)
	}
	nan := math.NaN()
	cols := map[string]*frame.Column{
		"bool": frame.Of([]bool{true, false, true, true, false, false}), "i1": frame.Of([]int8{-1, 0, 1, 2, 3, 4}), "i2": frame.Of([]int16{-1, 0, 1, 2, 3, 4}),
		"i4": frame.Of([]int32{-1, 0, 1, 2, 3, 4}), "i8": frame.Of([]int64{-1, 0, 1, 2, 3, math.MaxInt64}), "u1": frame.Of([]uint8{1, 0, 1, 2, 3, 255}),
		"u8": frame.Of([]uint64{1, 0, 1, 2, 3, math.MaxUint64}), "f2": frame.Of([]dtype.F16{1, 0, 1, 2, 3, 4}), "f4": frame.Of([]float32{1, 0, 1, 2, 3, float32(nan)}),
		"f8": frame.Of([]float64{1, nan, math.Copysign(0, -1), math.Inf(1), 3, 4}), "c16": frame.Of([]complex128{1, 2i, 1, 2, 3, 4}),
		"time":  frame.OfType(dtype.Datetime(dtype.Micro), []int64{0, 1, frame.NaT, 3, 4, 5}),
		"zone":  frame.OfType(dtype.DatetimeTZ(dtype.Nano, "Europe/Vienna"), []int64{0, 1, 2, 3, 4, 5}),
		"delta": frame.OfType(dtype.Timedelta(dtype.Second), []int64{0, 1, frame.NaT, 3, 4, 5}),
		"str":   texts(dtype.Str, "", "a", nil, long+"1", "twelve bytes", long+"2"), "string": texts(dtype.NullStr, "x", nil, nil, long, "y", "z"),
		"bytes": texts(dtype.Binary, "\x00\xff", "", nil, long, "y", "z"), "Int64": ok(nullable.Column()), "boolean": ok(flags.Column()),
		"dict": repeated(600, "x", long).Slice(3, 9), "range": frame.NewRangeColumn(dtype.Int64, 5, -2, 6),
		"timerange": frame.NewRangeColumn(dtype.Datetime(dtype.Second), 5, 60, 6), "const": ok(frame.NewConst(mem.Heap, frame.Strs(long), 6)),
		"constnull": ok(frame.NewConst(mem.Heap, texts(dtype.Str, nil), 6)),
		"cat":       frame.NewDict(dtype.Categorical, cats, mem.WrapOf([]int8{0, 1, -1, 2, 1, 0}), 0, 6, 1),
		"ordered":   frame.NewDict(ordered, cats, mem.WrapOf([]int16{9, 0, 1, -1, 2, 1, 0}), 1, 6, 2),
		"object": frame.NewObjects([]any{
			nil, int64(3), "x",
			[]any{1.5, frame.Tuple{true, nil}, frame.Record{{Name: "a", Value: nil}, {Name: "b", Value: []any{1.0}}}},
			frame.NA,
			frame.Timestamp{Ticks: 7, Unit: dtype.Nano, TZ: "UTC"},
		}),
		"object2": frame.NewObjects([]any{[]byte{1}, uint64(3), []any{complex(1, 2), new(big.Int).Lsh(big.NewInt(-3), 70)}, frame.Timedelta{Ticks: -1, Unit: dtype.Second}, float32(2), int(5)}),
	}
	var names []frame.Label
	var list []*frame.Column
	for _, k := range slices.Sorted(func(yield func(string) bool) {
		for k := range cols {
			if !yield(k) {
				return
			}
		}
	}) {
		names, list = append(names, frame.L(k)), append(list, cols[k])
	}
	x := frame.NewMulti(frame.Labels("one", nil), repeated(600, "p", "q").Slice(0, 6), frame.Of([]int64{1, 1, 2, 2, 3, 3}))
	x.Token = frame.NewToken("test")
	f := ok(frame.New(x, names, list...))
	f.Axis = frame.Labels("columns")
	return f.WithOrd(frame.Of([]int64{10, 11, 12, 13, 14, 15}))
}

// values are all sorts of values by name.
func values() map[string]any {
	a := arange(4, 5, 6)
	b := ok(a.BroadcastTo(3, 4, 5, 6))
	vs := map[string]any{
		"array": a, "vector": arange(7), "scalar": nd.Scalar(2.5), "empty": nd.Of([]float64{}, 0, 3), "transposed": a.Transpose(), "axes": a.Transpose(1, 2, 0),
		"slice": a.Slice(1, 1, 4, 2), "backwards": a.Slice(0, 3, -1, -1), "box": a.Box([]int{1, 1, 1}, []int{2, 3, 4}), "broadcast": b,
		"broadcast transposed": b.Transpose(3, 1, 0, 2), "broadcast scalar": ok(nd.Scalar(int32(4)).BroadcastTo(100, 100)),
		"bools": nd.Of([]bool{true, false, true}), "half": nd.Of([]dtype.F16{1, 2, 3}), "complex": nd.Of([]complex64{1, 2i}),
		"times": nd.OfType(dtype.Datetime(dtype.Day), []int64{1, frame.NaT}),
		"frame": everything(), "rows": everything().Slice(1, 4), "no rows": everything().Slice(2, 2), "series": ok(frame.NewSeries(nil, frame.Label{}, frame.Of([]int32{1, 2}))),
		"no columns": ok(frame.New(frame.NewRange(3, 2, 5), nil)), "column": everything().Cols[3], "index": everything().Index, "range": frame.NewRange(0, 1, 3),
		"nil": nil, "int": int64(5), "float": math.Inf(-1), "text": "x", "label": frame.Tup("a", 3, nil), "cell": frame.Tuple{int64(1), "b"},
		"tuple": chunk.Tuple{int64(3), a, everything(), chunk.Tuple{}, chunk.Tuple{nil, 1.5}}, "list": []any{int64(1), arange(2)},
	}
	for _, c := range everything().Cols {
		vs["column of "+c.DType.String()+" "+c.Enc.String()] = c
	}
	return vs
}

// same says how two values differ, "" when they do not.
func same(a, b any) string {
	switch a := a.(type) {
	case *nd.Array:
		b, is := b.(*nd.Array)
		if !is || !nd.Identical(a, b) {
			return fmt.Sprintf("%v, not %v", b, a)
		}
		return ""
	case *frame.Frame:
		b, is := b.(*frame.Frame)
		if !is {
			return fmt.Sprintf("a %T", b)
		}
		if a.Index.Token != b.Index.Token || (a.Ord == nil) != (b.Ord == nil) || a.Ord != nil && !a.Ord.Equal(b.Ord) {
			return "token or ordinals"
		}
		for i := range a.Cols {
			if a.Cols[i].Enc != b.Cols[i].Enc || a.Cols[i].Diff(b.Cols[i]) != "" {
				return fmt.Sprintf("column %v %v: %s", a.Names[i], a.Cols[i].Enc, a.Cols[i].Diff(b.Cols[i]))
			}
		}
		return a.Diff(b)
	case *frame.Column:
		b, is := b.(*frame.Column)
		if !is {
			return fmt.Sprintf("a %T", b)
		}
		return a.Diff(b)
	case *frame.Index:
		b, is := b.(*frame.Index)
		if !is || a.Kind != b.Kind || a.Token != b.Token {
			return fmt.Sprintf("%v", b)
		}
		return a.Diff(b)
	case chunk.Tuple:
		b, is := b.(chunk.Tuple)
		if !is || len(a) != len(b) {
			return fmt.Sprintf("%v, not %v", b, a)
		}
		for i := range a {
			if s := same(a[i], b[i]); s != "" {
				return s
			}
		}
		return ""
	case []any:
		return same(chunk.Tuple(a), b)
	}
	if !reflect.DeepEqual(a, b) {
		return fmt.Sprintf("%#v, not %#v", b, a)
	}
	return ""
}
