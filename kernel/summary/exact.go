package summary

import (
	"encoding/binary"
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/group"
	"github.com/mars-project/mars-go/kernel/reduce"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

// Sums of floats, means and variances are made of sums without error (see reduce.Sums), so that no split of
// the rows changes a bit. Their partials are two columns for every sum, then one of the bytes of what two
// doubles could not tell, then the count where there is one.

// planes is how many sums without error a reduction of a column of dtype d is made of: of values, or of
// values and the two parts of their squares. It is 0 for other reductions.
func (a Agg) planes(d dtype.DType) int {
	number := d.IsReal() || d.IsBool()
	switch a.Func {
	case group.Sum:
		number = d.IsFloat()
	case group.Mean:
	case group.Std, group.Var, group.Sem:
		if number || d.IsTemporal() {
			return 3
		}
		return 0
	default:
		return 0
	}
	if number {
		return 1
	}
	return 0
}

// counts tells that partials have a count of what is there.
func (a Agg) counts() bool { return a.Func != group.Sum || a.MinCount > 0 }

// exact is the partials of columns, the rows of a matrix where they are several.
func (a Agg) exact(al mem.Allocator, cols []*frame.Column) ([][]*frame.Column, error) {
	c, err := flat(al, cols[0])
	if err != nil {
		return nil, err
	}
	there := func(i int) int { return c.Rows - cols[i].NullCount() }
	var v *nd.Array
	if plain(c) {
		v = rowsOf(c, cols)
	} else {
		f, err := group.Floats(al, c)
		if err != nil {
			return nil, err
		}
		v = nd.Of(f)
		v.Shape, v.Strides = []int{1, len(f)}, []int{len(f), 1}
		there = func(int) int { return numbers(f) }
	}
	k := a.planes(c.DType)
	names, o := foldNames(k, v.DType.IsFloat() && !a.whole(c, cols, k)), reduce.Options{Axes: []int{1}}
	if k == 1 && !v.DType.IsFloat() {
		o.DType = dtype.Float64
	}
	r, err := reduce.Arrays(al, names, v, o)
	if err != nil {
		return nil, err
	}
	var far []*nd.Array
	for p := range k {
		far = append(far, r[3*p+2])
	}
	cells, err := farCells(al, far, len(cols))
	if err != nil {
		return nil, err
	}
	out := make([][]*frame.Column, len(cols))
	for i := range out {
		at := func(r *nd.Array) *frame.Column {
			return frame.NewPlain(r.DType, r.Block, r.Offset+i, 1, frame.Bitmap{})
		}
		for p := range k {
			out[i] = append(out[i], at(r[3*p]), at(r[3*p+1]))
		}
		out[i] = append(out[i], cells[i])
		switch {
		case k > 1:
			out[i] = append(out[i], at(r[9]))
		case a.counts():
			out[i] = append(out[i], frame.Of([]int64{int64(there(i))}))
		}
	}
	return out, nil
}

// numbers counts what is not NaN.
func numbers(v []float64) (n int) {
	for _, x := range v {
		if x == x {
			n++
		}
	}
	return n
}

// whole tells that no row of columns, the first of which is c when it is plain, is missing, where that is
// asked anyway.
func (a Agg) whole(c *frame.Column, cols []*frame.Column, planes int) bool {
	if !plain(c) || !a.KeepNull && (planes > 1 || !a.counts()) {
		return false
	}
	return !slices.ContainsFunc(cols, (*frame.Column).HasNulls)
}

// foldNames are the folds for so many sums, over what is not NaN where some may be; the count, where it comes
// of them, is the last.
func foldNames(planes int, nans bool) (names []string) {
	pre, count := "", "count"
	if nans {
		pre, count = "nan", "nancount"
	}
	of := []string{"sum:"}
	if planes > 1 {
		of = []string{"moment:x:", "moment:h:", "moment:l:"}
	}
	for _, o := range of {
		names = append(names, pre+o+"s", pre+o+"e", pre+o+"far")
	}
	if planes > 1 {
		names = append(names, count)
	}
	return names
}

// farCells is the wide sums of n results as a column of bytes for each: the numbers of reduce.Sums.Far, with
// the plane as place.
func farCells(al mem.Allocator, far []*nd.Array, n int) ([]*frame.Column, error) {
	texts := map[int][]byte{}
	for p, a := range far {
		for row := nd.Data[int64](a); len(row) > 0; row = row[reduce.FarRow:] {
			i := int(row[0])
			texts[i] = binary.LittleEndian.AppendUint64(texts[i], uint64(p))
			for _, d := range row[1:reduce.FarRow] {
				texts[i] = binary.LittleEndian.AppendUint64(texts[i], uint64(d))
			}
		}
	}
	cell := func(v []byte) (*frame.Column, error) {
		b := frame.PlainStr(al, dtype.Binary)
		b.AppendBytes(v)
		return b.Column()
	}
	none, err := cell(nil)
	if err != nil {
		return nil, err
	}
	out := make([]*frame.Column, n)
	for i := range out {
		if out[i] = none; texts[i] == nil {
			continue
		}
		if out[i], err = cell(texts[i]); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// farOf is the wide sums of a plane, their places those of the rows.
func farOf(c *frame.Column, plane int) *nd.Array {
	far := []int64{}
	for r := range c.Rows {
		for b := c.Text(r); len(b) >= 8*reduce.FarRow; b = b[8*reduce.FarRow:] {
			if binary.LittleEndian.Uint64(b) != uint64(plane) {
				continue
			}
			far = append(far, int64(r))
			for i := 1; i < reduce.FarRow; i++ {
				far = append(far, int64(binary.LittleEndian.Uint64(b[8*i:])))
			}
		}
	}
	return nd.Of(far)
}

// sumsOf is a plane of partials with a row for each chunk.
func sumsOf(al mem.Allocator, parts []*frame.Column, plane, planes int) (s reduce.Sums, err error) {
	for i, to := range []**nd.Array{&s.S, &s.E} {
		c, err := parts[2*plane+i].Decode(al)
		if err != nil {
			return s, err
		}
		a, ok := c.Array()
		if !ok || a.DType != dtype.Float64 {
			return s, errs.New(errs.Internal, "%s partials of a sum", c.DType)
		}
		*to = a
	}
	s.Far = farOf(parts[2*planes], plane)
	return s, nil
}

// joinExact adds partials, all rows of which are in one group.
func joinExact(al mem.Allocator, g *group.Groups, parts []*frame.Column, planes int) ([]*frame.Column, error) {
	var out []*frame.Column
	var far []*nd.Array
	for p := range planes {
		s, err := sumsOf(al, parts, p, planes)
		if err != nil {
			return nil, err
		}
		if s, err = s.Total(al); err != nil {
			return nil, err
		}
		out = append(out, column(s.S, dtype.Float64), column(s.E, dtype.Float64))
		far = append(far, s.Far)
	}
	cells, err := farCells(al, far, 1)
	if err != nil {
		return nil, err
	}
	out = append(out, cells...)
	for _, c := range parts[2*planes+1:] {
		n, err := group.Agg{Func: group.Sum}.Direct(al, g, c)
		if err != nil {
			return nil, err
		}
		out = append(out, n)
	}
	return out, nil
}

// rounded is the partials that package group makes its result of, from one row of those without error; to is
// the dtype of the result.
func (a Agg) rounded(al mem.Allocator, parts []*frame.Column, planes int, to dtype.DType) ([]*frame.Column, error) {
	var sums [3]reduce.Sums
	for p := range planes {
		var err error
		if sums[p], err = sumsOf(al, parts, p, planes); err != nil {
			return nil, err
		}
	}
	last := parts[len(parts)-1]
	var counts *nd.Array
	if a.counts() {
		c, err := last.Decode(al)
		if err != nil {
			return nil, err
		}
		counts, _ = c.Array()
	}
	if to = to.Base(); !to.IsFloat() {
		to = dtype.Float64
	}
	switch {
	case planes > 1:
		m2, err := reduce.Moments{X: sums[0], H: sums[1], L: sums[2]}.Squares(al, counts)
		if err != nil {
			return nil, err
		}
		return []*frame.Column{last, frame.Of([]float64{0}), column(m2, dtype.Float64)}, nil
	case a.Func == group.Mean:
		m, err := sums[0].Mean(al, counts, to)
		if err != nil {
			return nil, err
		}
		return []*frame.Column{widened(m), frame.Of([]int64{1})}, nil
	}
	s, err := sums[0].Round(al, to)
	if err != nil {
		return nil, err
	}
	return append([]*frame.Column{widened(s)}, parts[2*planes+1:]...), nil
}

// widened is a float of any width as one in float64.
func widened(a *nd.Array) *frame.Column {
	switch a.DType.Kind {
	case dtype.Float16Kind:
		return frame.Of([]float64{nd.Data[dtype.F16](a)[0].Float64()})
	case dtype.Float32Kind:
		return frame.Of([]float64{float64(nd.Data[float32](a)[0])})
	}
	return column(a, dtype.Float64)
}
