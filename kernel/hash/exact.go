package hash

import (
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// exact reports that the text of every row is that of the first row of its number. Where rows are many to a
// number, first texts are copied together.
func (x *texted) exact(out *numberCoder) (bool, error) {
	t := &textTable{al: out.al}
	defer t.free()
	few := 2*int(out.n) < x.rows
	if few {
		if err := t.views.grow(t.al, int(out.n), 0); err != nil {
			return false, err
		}
		for id, row := range out.first {
			v, heaps := x.at(row)
			w, err := t.copied(v, heaps)
			if err != nil {
				return false, err
			}
			t.views.all[id] = w
		}
	}
	row := int64(0)
	for k, c := range x.cols {
		vs, ids := x.views[k], out.codes[k][:c.Rows]
		for len(vs) > 0 {
			n := min(len(vs), ahead)
			var ok bool
			if few {
				ok = alikeCopies(t, vs[:n], c.Heaps, ids)
			} else {
				ok = x.alikeFirst(t, vs[:n], c.Heaps, ids, out.first, row)
			}
			if !ok {
				return false, nil
			}
			vs, ids, row = vs[n:], ids[n:], row+int64(n)
		}
	}
	return true, nil
}

// ahead is the rows whose loads are under way together before their texts are compared.
const ahead = 64

// alikeCopies reports that texts are those of their numbers, which t holds.
func alikeCopies(t *textTable, vs []frame.View, heaps []*mem.Block, ids []int32) bool {
	var of [ahead]*frame.View
	touch := byte(0)
	for i := range vs {
		of[i] = nil
		if id := ids[i]; id >= 0 {
			of[i] = &t.views.all[id]
			if !of[i].Inline() {
				touch |= of[i].Bytes(t.heaps)[0]
			}
		}
	}
	t.touched = touch
	for i := range vs {
		if w := of[i]; w != nil && !same(&vs[i], heaps, w, t.heaps) {
			return false
		}
	}
	return true
}

// alikeFirst reports that texts, of which the first is that of a row, are those of the first rows of their
// numbers. What first rows hold is far apart: views are read ahead, then the texts.
func (x *texted) alikeFirst(t *textTable, vs []frame.View, heaps []*mem.Block, ids []int32, first []int64, row int64) bool {
	var of [ahead]*frame.View
	var in [ahead][]*mem.Block
	touch := byte(0)
	for i := range vs {
		of[i] = nil
		if id := ids[i]; id >= 0 {
			if r := first[id]; r != row+int64(i) {
				of[i], in[i] = x.at(r)
				touch |= of[i].Prefix[0]
			}
		}
	}
	for i := range vs {
		if w := of[i]; w != nil && !w.Inline() {
			touch |= w.Bytes(in[i])[0]
		}
	}
	t.touched = touch
	for i := range vs {
		if w := of[i]; w != nil && !same(&vs[i], heaps, w, in[i]) {
			return false
		}
	}
	return true
}
