package frame

import (
	"strconv"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/mem"
)

// flat are the labels of a level as they stand left of the rows.
func (d Display) flat(c *Column) []string {
	switch {
	case c.Enc == Range && c.DType == dtype.Int64:
		out := make([]string, c.Rows)
		for i := range out {
			out[i] = strconv.FormatInt(c.Start+int64(i)*c.Step, 10)
		}
		if c.Rows == 0 {
			return out
		}
		return padAll(out, max(len(out[0]), len(out[c.Rows-1])), left)
	case c.DType.IsTemporal():
		return d.rawCells(c, asIs, false)
	case c.DType.IsObject() || c.DType.IsCategorical() || c.isText():
		return trimFront(d.cells(c, asIs, false))
	}
	return trimFront(d.cells(c, left, false))
}

// levels are the columns of text of a MultiIndex: names on top where asked, and repeated labels left out.
func (d Display) levels(x *Index, names, sparse bool) [][]string {
	out := make([][]string, x.NLevels())
	for k := range out {
		c := x.Level(k)
		if names {
			out[k] = append(out[k], d.name(x.Names[k]))
		}
		texts := d.flat(c)
		for i := range texts {
			if c.IsNull(i) {
				texts[i] = levelNull(c)
			}
		}
		out[k] = append(out[k], texts...)
	}
	if sparse {
		sparsify(out, boolInt(names))
	}
	return out
}

// levelNull is a missing label of a MultiIndex.
func levelNull(c *Column) string {
	d := c.valueType()
	switch {
	case d.IsTemporal():
		return "NaT"
	case d.Null:
		return "<NA>"
	case d.IsString() || c.DType.IsCategorical():
		return "nan"
	}
	return "NaN"
}

// sparsify blanks the labels that repeat those of the row above, from the first level on; the last level
// stays. Rows before start are headers.
func sparsify(levels [][]string, start int) {
	if len(levels) == 0 {
		return
	}
	rows := len(levels[0])
	for i := rows - 1; i > start; i-- {
		for k := 0; k < len(levels)-1; k++ {
			if levels[k][i] != levels[k][i-1] {
				break
			}
			levels[k][i] = ""
		}
	}
}

// hasNames reports an index of which some level is named.
func hasNames(names []Label) bool {
	for _, n := range names {
		if !n.IsNil() {
			return true
		}
	}
	return false
}

// LabelColumn is the column of labels that pandas' Index makes of a list: str, int64, float64, bool, times of
// one unit; mixed ones are objects.
func LabelColumn(ls []Label) *Column {
	kinds := map[LabelKind]int{}
	for _, l := range ls {
		kinds[l.kind]++
	}
	switch n := len(ls); {
	case n == 0:
	case kinds[LabelInt] == n:
		return labelNums(ls, dtype.Int64, func(l Label) int64 { return int64(l.num) })
	case kinds[LabelBool] == n:
		return labelNums(ls, dtype.Bool, func(l Label) bool { return l.num == 1 })
	case kinds[LabelFloat] > 0 && kinds[LabelInt]+kinds[LabelFloat] == n:
		return labelNums(ls, dtype.Float64, func(l Label) float64 { f, _ := l.Float(); return f })
	case kinds[LabelTime] == n && sameTimes(ls) && ls[0].unit != dtype.Day: // dates are objects
		return labelNums(ls, dtype.DatetimeTZ(ls[0].unit, ls[0].str), func(l Label) int64 { return int64(l.num) })
	case kinds[LabelDelta] == n && sameTimes(ls):
		return labelNums(ls, dtype.Timedelta(ls[0].unit), func(l Label) int64 { return int64(l.num) })
	case kinds[LabelString] > 0 && onlyText(ls):
		return labelTexts(ls)
	}
	vs := make([]any, len(ls))
	for i, l := range ls {
		vs[i] = labelCell(l)
	}
	return NewObjects(vs)
}

func labelNums[T dtype.Elem](ls []Label, d dtype.DType, of func(Label) T) *Column {
	vs := make([]T, len(ls))
	for i, l := range ls {
		vs[i] = of(l)
	}
	return OfType(d, vs)
}

func sameTimes(ls []Label) bool {
	for _, l := range ls {
		if l.unit != ls[0].unit || l.str != ls[0].str {
			return false
		}
	}
	return true
}

// onlyText reports strings and missing labels.
func onlyText(ls []Label) bool {
	for _, l := range ls {
		if l.kind != LabelString && !l.IsNil() && !l.IsNaN() {
			return false
		}
	}
	return true
}

func labelTexts(ls []Label) *Column {
	b := PlainStr(mem.Heap, dtype.Str)
	for _, l := range ls {
		if s, ok := l.Text(); ok {
			b.Append(s)
		} else {
			b.AppendNull()
		}
	}
	c, err := b.Column()
	if err != nil {
		panic(err) // the Go heap does not refuse
	}
	return c
}
