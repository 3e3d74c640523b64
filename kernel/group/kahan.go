package group

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// Sums of floats by group are compensated as pandas' are (W. Kahan, "Further remarks on reducing truncation
// errors", CACM 8, 1965). Rows are first added without a look at what they are: a NaN, or a compensation that
// infinities spoil, stays in its group, and then all rows are added anew with care.

// A sumCell is what a group's float sum needs, together in memory.
type sumCell struct{ sum, comp float64 }

// add adds a number that may be infinite.
func (p *sumCell) add(x float64) {
	p.addFinite(x)
	if p.comp != p.comp {
		p.comp = 0
	}
}

func (p *sumCell) addFinite(x float64) {
	y := x - p.comp
	t := p.sum + y
	p.sum, p.comp = t, float64(t-p.sum)-y
}

// spoiled reports that a NaN came in.
func (p *sumCell) spoiled() bool { return p.sum != p.sum || p.comp != p.comp }

// floatSums is the column of sums of floats; NaNs are skipped.
func floatSums(al mem.Allocator, g *Groups, v []float64) (*frame.Column, error) {
	cells, free, err := mem.Scratch[sumCell](al, g.N)
	if err != nil {
		return nil, err
	}
	defer free()
	sum, out, err := column[float64](al, dtype.Float64, g.N)
	if err != nil {
		return nil, err
	}
	if !sumFinite(g.IDs, v, cells) {
		sumFloats(g.IDs, v, cells)
	}
	for i := range cells {
		sum[i] = cells[i].sum
	}
	return out, nil
}

// sumFinite adds floats by group; it reports whether there was no NaN on the way.
func sumFinite(ids []int32, v []float64, cells []sumCell) bool {
	clear(cells)
	v = v[:len(ids)]
	for i, id := range ids {
		if k := uint(id); k < uint(len(cells)) {
			cells[k].addFinite(v[i])
		}
	}
	for i := range cells {
		if cells[i].spoiled() {
			return false
		}
	}
	return true
}

// sumFloats adds floats by group; NaNs are skipped.
func sumFloats(ids []int32, v []float64, cells []sumCell) {
	clear(cells)
	v = v[:len(ids)]
	for i, id := range ids {
		if x := v[i]; id >= 0 && x == x {
			cells[id].add(x)
		}
	}
}

// A meanCell is what a group's mean of floats needs.
type meanCell struct {
	sumCell
	n int64
}

// floatMeans is the sums and the counts of floats; NaNs are skipped.
func floatMeans(al mem.Allocator, g *Groups, v []float64) ([]*frame.Column, error) {
	if g.sizes != nil { // nothing needs to be counted unless there are NaNs
		cells, free, err := mem.Scratch[sumCell](al, g.N)
		if err != nil {
			return nil, err
		}
		defer free()
		if sumFinite(g.IDs, v, cells) {
			sum, cs, err := column[float64](al, dtype.Float64, g.N)
			if err != nil {
				return nil, err
			}
			for i := range cells {
				sum[i] = cells[i].sum
			}
			return []*frame.Column{cs, g.sizes}, nil
		}
	}
	cells, free, err := mem.Scratch[meanCell](al, g.N)
	if err != nil {
		return nil, err
	}
	defer free()
	if g.sizes != nil || !meanFinite(g.IDs, v, cells) {
		meanFloats(g.IDs, v, cells)
	}
	sum, cs, err := column[float64](al, dtype.Float64, g.N)
	if err != nil {
		return nil, err
	}
	n, cn, err := column[int64](al, dtype.Int64, g.N)
	if err != nil {
		return nil, err
	}
	for i := range cells {
		sum[i], n[i] = cells[i].sum, cells[i].n
	}
	return []*frame.Column{cs, cn}, nil
}

// meanFinite adds and counts floats by group; it reports whether there was no NaN on the way.
func meanFinite(ids []int32, v []float64, cells []meanCell) bool {
	clear(cells)
	v = v[:len(ids)]
	for i, id := range ids {
		if k := uint(id); k < uint(len(cells)) {
			p := &cells[k]
			p.addFinite(v[i])
			p.n++
		}
	}
	for i := range cells {
		if cells[i].spoiled() {
			return false
		}
	}
	return true
}

// meanFloats adds and counts floats by group; NaNs are skipped.
func meanFloats(ids []int32, v []float64, cells []meanCell) {
	clear(cells)
	v = v[:len(ids)]
	for i, id := range ids {
		if x := v[i]; id >= 0 && x == x {
			p := &cells[id]
			p.add(x)
			p.n++
		}
	}
}
