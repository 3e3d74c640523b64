package ordering

import (
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// apart reports that the chunks of g lie one behind the other by what facts say of the first key, so that
// chunks in order are the whole in order: nothing is sent. With several keys no two chunks may share a value
// of the first. Integers and times take part, where none is missing.
func apart(t *op.Tiler, g op.Grid, keys []op.RowKey) bool {
	k := keys[0]
	at := g.Meta.Find(k.Label)
	if g.Len() < 2 || k.Level > 0 || at < 0 || g.Meta.Open {
		return false
	}
	c := g.Meta.Cols[at]
	if !c.Known() || !c.Is.IsInteger() && !c.Is.IsTemporal() || t.Need(op.Stats, g) != nil {
		return false
	}
	var last frame.Label // of the chunk before
	for i := range g.Len() {
		f := t.Facts(g, i)
		if f.Shape[0] == 0 {
			continue
		}
		if at >= len(f.Cols) || f.Cols[at].Nulls > 0 || f.Cols[at].Min.IsNil() || f.Cols[at].Max.IsNil() {
			return false
		}
		first, end := f.Cols[at].Min, f.Cols[at].Max
		if k.Desc {
			first, end = end, first
		}
		if !last.IsNil() {
			step := last.Compare(first)
			if k.Desc {
				step = -step
			}
			if step > 0 || step == 0 && len(keys) > 1 {
				return false
			}
		}
		last = end
	}
	return true
}

// ascends reports rows that are known to be in the order of keys.
func ascends(f *frame.Frame, keys []op.RowKey) bool {
	if len(keys) != 1 || keys[0].Desc || keys[0].Level > 0 {
		return false
	}
	c := f.Col(keys[0].Label)
	return c.DType.IsInteger() && c.NullCount() == 0 && c.Bounds().Sorted
}
