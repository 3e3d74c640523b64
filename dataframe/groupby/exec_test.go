package groupby

import (
	"testing"

	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/op"
)

// Rows on their way to reducers have no labels that anybody reads, so labels take no memory there.
func TestUnlabelledRowsMoveWithoutLabels(t *testing.T) {
	v := make([]int64, 1000)
	rows := make([]int64, len(v))
	for i := range rows {
		rows[i] = int64(i * 7 % len(v))
	}
	var sent []*frame.Frame
	for range 2 {
		f := frame.Must(chunk.Unlabelled(frame.Labels("v"), []*frame.Column{frame.Of(v)}))
		f = frame.Must(f.Take(mem.Heap, rows))
		sent = append(sent, f.Slice(0, 0), f.Slice(3, 500))
	}
	for _, f := range append(sent, frame.Must(frame.ConcatFrames(mem.Heap, sent...))) {
		if n := labelBytes(f); n > 8 {
			t.Errorf("labels of %d rows take %d bytes", f.NRows, n)
		}
	}
}

func labelBytes(f *frame.Frame) (n int) {
	f.Index.Blocks(func(b *mem.Block) { n += b.Len() })
	return n
}

// What mappers send to count or to compare values has no labels that are read.
func TestDistinctValuesMoveWithoutLabels(t *testing.T) {
	v, rows, yes := make([]int64, 1000), make([]int64, 1000), true
	for i := range v {
		v[i], rows[i] = int64(i), int64(i*7%len(v))
	}
	f := frame.Must(frame.NewSeries(nil, frame.L("v"), frame.Of(v)))
	m := op.SchemaOf(f)
	m.Kind = op.Series
	for name, c := range map[string]op.Call{
		"unique":       {Op: &Unique{}, Index: []int{0}},
		"nunique":      {Op: &Nunique{}, Index: []int{0, 0}},
		"value_counts": {Op: &SeriesCounts{Sort: &yes, Dropna: &yes}, Index: []int{0}},
	} {
		c.Stage, c.In, c.Outs = op.Map, []op.Arg{{Meta: *m}}, []op.Meta{*m}
		out, err := op.Run(&c, []any{f}, []bool{false}, marstest.World())
		if err != nil {
			t.Fatal(err)
		}
		part := frame.Must(out[0].(*frame.Frame).Take(mem.Heap, rows))
		if n := labelBytes(part); part.NRows != len(v) || n > 8 {
			t.Errorf("%s: labels of %d rows take %d bytes", name, part.NRows, n)
		}
	}
}
