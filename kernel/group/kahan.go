package group

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// Sums of floats by group are compensated as pandas' are (W. Kahan, "Further remarks on reducing truncation errors", CACM 8, 1965). Rows are first added without
// a look at what they are: a NaN, or a compensation that infinities spoil, stays in its group, and then all rows are added anew with care.

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

// fewSums is so few groups that each has sums of its own of every sumLanes-th row: else a row would wait for what the row before it left of its group.
const (
	fewSums  = 32
	sumLanes = 4
)

// sumFinite adds floats by group; it reports whether there was no NaN on the way.
func sumFinite(ids []int32, v []float64, cells []sumCell) bool {
	clear(cells)
	v = v[:len(ids)]
	if len(cells) <= fewSums && len(ids) >= sumLanes*fewSums {
		k := len(ids) / sumLanes * sumLanes
		sumFew(ids[:k], v, cells)
		ids, v = ids[k:], v[k:]
	}
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

// sumFew adds floats by few groups; there is a multiple of sumLanes of them.
func sumFew(ids []int32, v []float64, cells []sumCell) {
	var lanes [fewSums][sumLanes]sumCell
	n := uint(len(cells))
	for i := 0; i+sumLanes <= len(ids); i += sumLanes {
		some, x := ids[i:i+sumLanes], v[i:i+sumLanes]
		if k := uint(some[0]); k < n && k < fewSums {
			lanes[k][0].addFinite(x[0])
		}
		if k := uint(some[1]); k < n && k < fewSums {
			lanes[k][1].addFinite(x[1])
		}
		if k := uint(some[2]); k < n && k < fewSums {
			lanes[k][2].addFinite(x[2])
		}
		if k := uint(some[3]); k < n && k < fewSums {
			lanes[k][3].addFinite(x[3])
		}
	}
	for k := range cells {
		cells[k] = lanes[k][0]
		for _, l := range lanes[k][1:] {
			cells[k].addFinite(l.sum)
			cells[k].addFinite(-l.comp)
		}
	}
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
	if g.N <= fewSums {
		if _, err := g.Sizes(al); err != nil {
			return nil, err
		}
	}
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
