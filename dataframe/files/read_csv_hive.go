package files

import (
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/op"
)

// part is the place of a column among those in the names of directories, -1 for another.
func (o *readCSV) part(l frame.Label) int {
	return slices.IndexFunc(o.Parts, func(p parquetPart) bool { return frame.L(p.Name).Same(l) })
}

// divide puts the columns in the names of directories behind those of the files, whose columns of these names
// are left out.
func (o *readCSV) divide() {
	if len(o.Parts) == 0 {
		return
	}
	s := &o.Schema
	s.Cols = slices.DeleteFunc(slices.Clone(s.Cols), func(k int) bool { return o.part(s.Fields[k].Name) >= 0 })
	for i := range s.Cols {
		o.Order = append(o.Order, i)
	}
	for p := range o.Parts {
		if name := frame.L(o.Parts[p].Name); o.Usecols == nil || slices.ContainsFunc(o.Usecols, name.Same) {
			o.Order = append(o.Order, ^p)
		}
	}
}

// inFiles are the columns to read from files.
func (o *readCSV) inFiles() ([]frame.Label, error) {
	if len(o.Parts) == 0 || o.Usecols == nil {
		return o.Usecols, nil
	}
	out := slices.DeleteFunc(slices.Clone(o.Usecols), func(l frame.Label) bool { return o.part(l) >= 0 })
	if len(out) == 0 && len(o.Usecols) > 0 {
		return nil, errs.New(errs.Invalid, "usecols names keys of directories alone: %v", o.Usecols)
	}
	return out, nil
}

// columns are the meta of those of the frame, given those of the files.
func (o *readCSV) columns(read []op.Col) []op.Col {
	if o.Order == nil {
		return read
	}
	out := make([]op.Col, len(o.Order))
	for i, k := range o.Order {
		if k < 0 {
			out[i] = op.Col{Name: frame.L(o.Parts[^k].Name), Type: op.T(dtype.Categorical)}
		} else {
			out[i] = read[k]
		}
	}
	return out
}

// within adds the columns that stand in the names of directories.
func (o *readCSV) within(al mem.Allocator, file int, f *frame.Frame) (*frame.Frame, error) {
	if o.Order == nil {
		return f, nil
	}
	out := *f
	out.Names, out.Cols = nil, nil
	for _, k := range o.Order {
		if k >= 0 {
			out.Names, out.Cols = append(out.Names, f.Names[k]), append(out.Cols, f.Cols[k])
			continue
		}
		p := &o.Parts[^k]
		c, err := p.column(al, o.Keys[file][^k], f.NRows)
		if err != nil {
			return nil, err
		}
		out.Names, out.Cols = append(out.Names, frame.L(p.Name)), append(out.Cols, c)
	}
	return &out, nil
}

// place is that of a field among the columns of the frame.
func (o *readCSV) place(field int) int {
	k := slices.Index(o.Schema.Cols, field)
	if o.Order == nil {
		return k
	}
	return slices.Index(o.Order, k)
}

// Project reads only some columns.
func (o *readCSV) Project(cols []int) op.Operand {
	p := *o
	p.Schema.Cols = nil
	if o.Order != nil {
		p.Order = []int{}
	}
	for _, c := range cols {
		if o.Order != nil {
			if c = o.Order[c]; c < 0 {
				p.Order = append(p.Order, c)
				continue
			}
			p.Order = append(p.Order, len(p.Schema.Cols))
		}
		p.Schema.Cols = append(p.Schema.Cols, o.Schema.Cols[c])
	}
	return &p
}
