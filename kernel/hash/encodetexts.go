package hash

import (
	"bytes"
	"errors"
	"sort"

	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// encodeTexts numbers texts by the numbers or the tails that they end with where those tell them apart, else
// through a table or, where many differ, by their hashes.
func encodeTexts(out *numberCoder, ordered bool, cols []*frame.Column) error {
	t := texted{cols: cols}
	for _, c := range cols {
		t.views = append(t.views, frame.Views(c))
		t.ends = append(t.ends, t.rows+c.Rows)
		t.rows += c.Rows
		out.miss = out.miss || !c.Valid.IsZero() && c.Valid.Count(c.Rows) < c.Rows
	}
	if t.numerals(out) {
		return nil
	}
	words, free, err := t.tails(out.al)
	if err != nil {
		return err
	}
	if words != nil {
		defer free()
		return out.numberWords(ordered, true, func(f func([]uint64, []bool, []int32, int64) error) error {
			return t.feed(out, func(k, at int, to []uint64) []uint64 { return words[t.start(k)+at:][:len(to)] }, f)
		})
	}
	err = t.table(out, ordered, t.rows)
	if !errors.Is(err, errMany) {
		return err
	}
	if err := out.parted(false, func(f func([]uint64, []bool, []int32, int64) error) error { return t.feed(out, t.hashes, f) }); err != nil {
		return err
	}
	exact, err := t.exact(out)
	if err != nil {
		return err
	}
	if !exact { // two texts of one hash
		return t.table(out, ordered, 0)
	}
	if !ordered {
		return nil
	}
	return out.reorder(rankBy(len(out.first), func(a, b int32) int { return bytes.Compare(t.text(out.first[a]), t.text(out.first[b])) }))
}

// A texted is the rows of several columns of texts, end to end.
type texted struct {
	cols  []*frame.Column
	views [][]frame.View
	ends  []int
	rows  int
}

// table numbers texts through a table; it is errMany where many differ early among rows, 0 for any number of
// them.
func (x *texted) table(out *numberCoder, ordered bool, rows int) error {
	t := &textTable{al: out.al}
	defer t.free()
	base := int64(0)
	for k, c := range x.cols {
		if err := t.number(x.views[k], c.Heaps, c.Valid, out.codes[k], base, rows); err != nil {
			t.first.free(t.al)
			return err
		}
		base += int64(c.Rows)
	}
	out.n, out.first = uint64(t.n), t.first.all[:t.n:t.n]
	if !ordered {
		return nil
	}
	return out.reorder(rankBy(t.n, func(a, b int32) int { return bytes.Compare(t.text(int(a)), t.text(int(b))) }))
}

// start is the first row of column k.
func (x *texted) start(k int) int { return x.ends[k] - x.cols[k].Rows }

// hashes are those of as many texts of column k, from at on, as there is room for.
func (x *texted) hashes(k, at int, to []uint64) []uint64 {
	textHashes(x.views[k][at:][:len(to)], x.cols[k].Heaps, to)
	return to
}

// feed tells a word of each text. Those of texts of column k from at on are what wordsOf returns, as many as
// to has room for.
func (x *texted) feed(out *numberCoder, wordsOf func(k, at int, to []uint64) []uint64, f func(words []uint64, gone []bool, ids []int32, base int64) error) error {
	var room [batch]uint64
	for k, c := range x.cols {
		var gone []bool
		if !c.Valid.IsZero() {
			gone = make([]bool, batch)
		}
		for at := 0; at < c.Rows; at += batch {
			words := wordsOf(k, at, room[:min(batch, c.Rows-at)])
			for i := range gone {
				gone[i] = at+i < c.Rows && !c.Valid.Get(at+i)
			}
			if err := f(words, gone, out.codes[k][at:], int64(x.start(k)+at)); err != nil {
				return err
			}
		}
	}
	return nil
}

// at is a row's view and the heaps it points into.
func (x *texted) at(row int64) (*frame.View, []*mem.Block) {
	k := 0
	if len(x.ends) > 1 {
		if k = sort.SearchInts(x.ends, int(row)+1); k > 0 {
			row -= int64(x.ends[k-1])
		}
	}
	return &x.views[k][row], x.cols[k].Heaps
}

func (x *texted) text(row int64) []byte {
	v, heaps := x.at(row)
	return v.Bytes(heaps)
}
