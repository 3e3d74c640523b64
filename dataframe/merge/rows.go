package merge

import (
	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/column"
	"github.com/mars-project/mars-go/kernel/hash"
	"github.com/mars-project/mars-go/kernel/join"
	"github.com/mars-project/mars-go/kernel/spill"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/op"
)

// merging is one chunk of a merge being made.
type merging struct {
	p     *Plan
	x     *op.Exec
	sides [2]*frame.Frame
	rows  [2][]int64 // of the result, -1 where a side has no row
	all   [2]bool    // they are all rows of the side, in order

	window *join.Window // of the rows of the result; nil: all of them
}

// match finds the rows of the result.
func (m *merging) match(o *Merge) (err error) {
	if m.p.How == join.Cross {
		m.rows[0], m.rows[1], err = join.CrossRows(m.x.Mem(), m.sides[0].NRows, m.sides[1].NRows)
		return err
	}
	var keys [2][]*frame.Column
	keys[0], keys[1] = m.keys()
	if err := m.validate(o.Validate, keys); err != nil {
		return err
	}
	if m.window != nil {
		m.rows[0], m.rows[1], err = join.Ordered(m.x.Mem(), m.p.How, *m.window, keys[0], keys[1])
		return err
	}
	work := spill.NewArena(m.x.Mem())
	m.rows[0], m.rows[1], err = join.Rows(work, m.p.How, o.Sort, keys[0], keys[1])
	if !errs.Is(err, errs.Pressure) {
		return err
	}
	work.Free()
	s, err := m.x.Scratch()
	if err != nil {
		return err
	}
	parts := min(256, max(4, (m.sides[0].NRows+m.sides[1].NRows)/spilledRows))
	m.rows[0], m.rows[1], err = join.Spilled(m.x.Mem(), s, m.p.How, o.Sort, keys[0], keys[1], parts)
	return err
}

// spilledRows is how many rows of both sides a partition of a spilled merge has, where the sides allow it.
const spilledRows = 1 << 17

func keyColumn(f *frame.Frame, k op.RowKey) *frame.Column {
	if k.Level > 0 {
		return f.Index.Level(k.Level - 1)
	}
	return f.Col(k.Label)
}

// validate checks that the keys of a side are unique. All rows of a key are here, or the side is.
func (m *merging) validate(what string, keys [2][]*frame.Column) error {
	var want [2]bool
	kind := ""
	switch what {
	case "one_to_one", "1:1":
		want, kind = [2]bool{true, true}, "one-to-one"
	case "one_to_many", "1:m":
		want, kind = [2]bool{true, false}, "one-to-many"
	case "many_to_one", "m:1":
		want, kind = [2]bool{false, true}, "many-to-one"
	}
	for i, side := range []string{"left", "right"} {
		if !want[i] {
			continue
		}
		n, err := hash.Number(m.x.Mem(), hash.Appearance, false, keys[i])
		if err != nil {
			return err
		}
		if n.N < m.sides[i].NRows {
			return errs.New(errs.Invalid, "Merge keys are not unique in %s dataset; not a %s merge", side, kind)
		}
	}
	return nil
}

// result takes the rows.
func (m *merging) result() (*frame.Frame, error) {
	for i, f := range m.sides {
		m.all[i] = same(m.rows[i], f.NRows)
	}
	return m.made(len(m.rows[0]), m.column)
}

// made is the result of n rows, whose columns and levels column gives.
func (m *merging) made(n int, column func(c Col) (*frame.Column, error)) (*frame.Frame, error) {
	out := &frame.Frame{NRows: n, Index: frame.NewRange(0, 1, n)}
	for _, c := range m.p.Cols {
		col, err := column(c)
		if err != nil {
			return nil, err
		}
		out.Names, out.Cols = append(out.Names, c.Name), append(out.Cols, col)
	}
	out.Axis = chunk.SharedAxis(out.Names, m.sides[:])
	if m.p.index.levels == nil {
		return out, nil
	}
	var levels []*frame.Column
	var names []frame.Label
	for _, c := range m.p.index.levels {
		col, err := column(c)
		if err != nil {
			return nil, err
		}
		if col, err = m.env().Cast(col, c.Typ.Is); err != nil { // labels are never pending
			return nil, err
		}
		levels, names = append(levels, col), append(names, c.Name)
	}
	if len(levels) == 1 {
		out.Index = frame.NewIndex(names[0], levels[0])
	} else {
		out.Index = frame.NewMulti(names, levels...)
	}
	return out, nil
}

func (m *merging) env() column.Env { return column.Env{Mem: m.x.Mem(), Parallel: m.x.Parallel} }

func (m *merging) column(c Col) (*frame.Column, error) {
	switch c.From {
	case fromIndicator:
		return m.indicator()
	case fromKey:
		return m.key(m.p.Keys[c.At], c.As)
	}
	src, err := m.source(c)
	if err != nil || m.all[c.From] {
		return src, err
	}
	return src.Take(m.x.Mem(), m.rows[c.From])
}

// source is the column or level of a side that c is rows of.
func (m *merging) source(c Col) (*frame.Column, error) {
	f := m.sides[c.From]
	src := (*frame.Column)(nil)
	if c.At < 0 {
		src = f.Index.Level(-1 - c.At)
	} else {
		src = f.Cols[c.At]
	}
	if src.DType == c.As {
		return src, nil
	}
	return m.env().Cast(src, c.As)
}

// same reports that rows are all n rows in order.
func same(rows []int64, n int) bool {
	if len(rows) != n {
		return false
	}
	for i, r := range rows {
		if r != int64(i) {
			return false
		}
	}
	return true
}

// key is the left key of every row, or the right one where there is no left row.
func (m *merging) key(k Key, d dtype.DType) (*frame.Column, error) {
	l, err := m.env().Cast(keyColumn(m.sides[0], k.L), d)
	if err != nil {
		return nil, err
	}
	if m.p.How == join.Inner || m.p.How == join.Left {
		return l.Take(m.x.Mem(), m.rows[0])
	}
	r, err := m.env().Cast(keyColumn(m.sides[1], k.R), d)
	if err != nil {
		return nil, err
	}
	both, err := frame.Concat(m.x.Mem(), l, r)
	if err != nil {
		return nil, err
	}
	b, err := m.x.Mem().Alloc(8 * len(m.rows[0]))
	if err != nil {
		return nil, err
	}
	at := mem.View[int64](b, 0, len(m.rows[0]))
	for i, row := range m.rows[0] {
		if at[i] = row; row < 0 {
			at[i] = int64(l.Rows) + m.rows[1][i]
		}
	}
	return both.Take(m.x.Mem(), at)
}

// indicatorNames are the categories of the column that tells the side of a row.
var indicatorNames = func() *frame.Dictionary {
	b := frame.PlainStr(mem.Heap, dtype.Str)
	for _, s := range []string{"left_only", "right_only", "both"} {
		b.Append(s)
	}
	c, err := b.Column()
	if err != nil {
		panic(err) // the Go heap does not refuse
	}
	d, err := frame.NewDictionary(c)
	if err != nil {
		panic(err)
	}
	return d
}()

func (m *merging) indicator() (*frame.Column, error) {
	n := len(m.rows[0])
	b, err := m.x.Mem().Alloc(n)
	if err != nil {
		return nil, err
	}
	codes := mem.View[int8](b, 0, n)
	for i := range codes {
		codes[i] = 2
		if m.rows[0][i] < 0 {
			codes[i] = 1
		} else if m.rows[1][i] < 0 {
			codes[i] = 0
		}
	}
	return frame.NewDict(dtype.Categorical, indicatorNames, b, 0, n, 1), nil
}
