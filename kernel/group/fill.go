package group

import (
	"slices"

	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/hash"
	"github.com/mars-project/mars-go/mem"
)

// Fill adds the groups that no row belongs to, as pandas' observed=False does: what occurs of the keys that
// are not categorical, combined with every category of those that are. It returns the groups, whose First is
// -1 where there is no row, and their keys. Sorted groups stand in the order of the keys; of others those
// with rows come first, by first appearance, unless all keys are categorical.
func (g *Groups) Fill(al mem.Allocator, keys []*frame.Column, o Options) (*Groups, []*frame.Column, error) {
	f := filler{al: al, keys: keys, o: o, inner: 1}
	if err := f.read(); err != nil {
		return nil, nil, err
	}
	if len(f.axes) == 0 {
		of, err := g.Keys(al, keys)
		return g, of, err
	}
	n := len(f.rows) * f.inner
	combos := make([]int, n) // in the order of the result
	for i := range combos {
		combos[i] = i
	}
	first := make([]int64, n)
	for i := range first {
		first[i] = -1
	}
	at := make([]int, g.N)
	for id, r := range g.First {
		at[id] = f.combo(r)
		first[at[id]] = r
	}
	if len(f.axes) < len(keys) {
		if err := f.order(combos, first); err != nil {
			return nil, nil, err
		}
	}
	all := &Groups{N: n, IDs: make([]int32, len(g.IDs)), First: make([]int64, n)}
	to := make([]int32, n)
	for i, c := range combos {
		to[c], all.First[i] = int32(i), first[c]
	}
	for i, id := range g.IDs {
		if all.IDs[i] = -1; id >= 0 {
			all.IDs[i] = to[at[id]]
		}
	}
	of, err := f.columns(combos)
	return all, of, err
}

// A filler counts combinations: that of row r of the other keys with categories is number place[r] * inner +
// their digits.
type filler struct {
	al    mem.Allocator
	keys  []*frame.Column
	o     Options
	rows  []int64 // a row of each combination of the other keys that occurs; one row when there is no such key
	place []int32 // of each row, its combination; nil when there is no such key
	axes  []axis  // the categorical keys
	inner int     // combinations of categories
}

// An axis is the categories that a key may have, in order; -1 is missing.
type axis struct {
	key   int
	codes []int32
	digit []int32 // of each row
	below int     // combinations of the axes after it
}

func (f *filler) read() error {
	var others []*frame.Column
	for i, k := range f.keys {
		if !k.DType.IsCategorical() {
			others = append(others, k)
			continue
		}
		a, err := f.axis(i)
		if err != nil {
			return err
		}
		f.axes = append(f.axes, a)
	}
	for i := len(f.axes) - 1; i >= 0; i-- {
		f.axes[i].below = f.inner
		f.inner *= len(f.axes[i].codes)
	}
	if len(others) == 0 {
		f.rows = []int64{0}
		return nil
	}
	n, err := hash.Number(f.al, hash.Appearance, !f.o.Keep, others)
	if err != nil {
		return err
	}
	f.rows, f.place = n.First, n.IDs[0]
	return nil
}

func (f *filler) axis(key int) (axis, error) {
	k := f.keys[key]
	a := axis{key: key, digit: make([]int32, k.Rows)}
	to := make([]int32, k.Dict.Len()+1) // of code + 1, its digit + 1
	add := func(code int) {
		if to[code+1] == 0 {
			a.codes = append(a.codes, int32(code))
			to[code+1] = int32(len(a.codes))
		}
	}
	if f.o.Sort {
		for c := range k.Dict.Len() {
			add(c)
		}
	}
	for r := range a.digit {
		c := k.Code(r)
		if c >= 0 || f.o.Keep {
			add(c)
		}
		a.digit[r] = to[c+1] - 1
	}
	for c := range k.Dict.Len() {
		add(c)
	}
	return a, nil
}

func (f *filler) combo(r int64) int {
	c := 0
	if f.place != nil {
		c = int(f.place[r]) * f.inner
	}
	for _, a := range f.axes {
		c += int(a.digit[r]) * a.below
	}
	return c
}

// order sorts combinations by the keys, or puts those with rows first.
func (f *filler) order(combos []int, first []int64) error {
	if !f.o.Sort {
		slices.SortStableFunc(combos, func(a, b int) int {
			switch x, y := first[a], first[b]; {
			case x >= 0 && y >= 0:
				return int(x - y)
			case x >= 0:
				return -1
			case y >= 0:
				return 1
			}
			return 0
		})
		return nil
	}
	ranks := make([]func(c int) int32, len(f.keys))
	for _, a := range f.axes {
		ranks[a.key] = func(c int) int32 { return int32(c / a.below % len(a.codes)) }
	}
	for i, k := range f.keys {
		if ranks[i] != nil {
			continue
		}
		n, err := hash.Number(f.al, hash.Sorted, !f.o.Keep, []*frame.Column{k})
		if err != nil {
			return err
		}
		ids := n.IDs[0]
		ranks[i] = func(c int) int32 { return ids[f.rows[c/f.inner]] }
	}
	slices.SortStableFunc(combos, func(a, b int) int {
		for _, r := range ranks {
			if d := r(a) - r(b); d != 0 {
				return int(d)
			}
		}
		return 0
	})
	return nil
}

// columns are the keys of combinations.
func (f *filler) columns(combos []int) ([]*frame.Column, error) {
	of := make([]*frame.Column, len(f.keys))
	for _, a := range f.axes {
		b, err := f.al.Alloc(4 * len(combos))
		if err != nil {
			return nil, err
		}
		codes := mem.View[int32](b, 0, len(combos))
		for i, c := range combos {
			codes[i] = a.codes[c/a.below%len(a.codes)]
		}
		k := f.keys[a.key]
		of[a.key] = frame.NewDict(k.DType, k.Dict, b, 0, len(codes), 4)
	}
	rows := make([]int64, len(combos))
	for i, c := range combos {
		rows[i] = f.rows[c/f.inner]
	}
	for i, k := range f.keys {
		if of[i] != nil {
			continue
		}
		var err error
		if of[i], err = k.Take(f.al, rows); err != nil {
			return nil, err
		}
	}
	return of, nil
}
