package frame

import (
	"strconv"
	"strings"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/mem"
)

// cells are the texts of a column as pandas' format_array gives them: with a blank for the sign, all equally
// wide unless j is asIs. quote puts texts in quotes.
func (d Display) cells(c *Column, j justify, quote bool) []string {
	out, _ := d.fixed(d.rawCells(c, j, quote), j, 0)
	return out
}

// rawCells is cells without the padding.
func (d Display) rawCells(c *Column, j justify, quote bool) []string {
	na := "NaN"
	if j == left {
		na = " NaN"
	}
	switch {
	case c.DType.IsCategorical():
		return d.categoryCells(c, j, quote)
	case c.DType.IsDatetime():
		return timeTexts(ticksOf(c), c.DType)
	case c.DType.IsTimedelta():
		return deltaTexts(ticksOf(c), c.DType.Unit)
	case c.DType.IsFloat() && !c.DType.Null:
		return d.floatTexts(floatsOf(c), c.DType, na)
	case c.DType.IsComplex():
		vs := make([]complex128, c.Rows)
		for i := range vs {
			vs[i] = c.Cell(i).(complex128)
		}
		return d.complexTexts(vs, c.DType, na)
	}
	out := make([]string, c.Rows)
	for i := range out {
		out[i] = d.objectCell(c.Cell(i), c.nullText(), quote)
	}
	return out
}

// nullText is how a missing row that is nil prints.
func (c *Column) nullText() string {
	switch {
	case c.DType.IsObject():
		return "None"
	case c.DType.Null:
		return "<NA>"
	}
	return "NaN"
}

func floatsOf(c *Column) []float64 {
	vs := make([]float64, c.Rows)
	for i := range vs {
		vs[i] = c.Cell(i).(float64)
	}
	return vs
}

// categoryCells prints the categories by their own dtype, ints beside missing rows one by one.
func (d Display) categoryCells(c *Column, j justify, quote bool) []string {
	v := c.valueType()
	if v.IsTemporal() || v.IsFloat() && !v.Null || v.IsComplex() {
		if p, err := c.Uncode(mem.Heap); err == nil {
			return d.rawCells(p, j, quote)
		}
	}
	out := make([]string, c.Rows)
	for i := range out {
		out[i] = d.objectCell(c.Cell(i), "NaN", quote)
	}
	return out
}

// objectCell is one cell with a blank before it, which a float uses for its sign.
func (d Display) objectCell(v any, null string, quote bool) string {
	switch v := v.(type) {
	case nil:
		return " " + null
	case int64:
		if v < 0 {
			return strconv.FormatInt(v, 10)
		}
	case float64:
		if v != v {
			return " NaN"
		}
		return trimOne(signed(v, 'f', d.Precision))
	case float32:
		return d.objectCell(float64(v), null, quote)
	}
	return " " + d.thing(v, quote, 0)
}

// thing is pandas' pprint_thing: str() with tabs and line ends escaped, lists and tuples element by element.
func (d Display) thing(v any, quote bool, depth int) string {
	switch v := v.(type) {
	case string:
		s := escape.Replace(v)
		if quote {
			return "'" + s + "'"
		}
		return s
	case []any:
		if depth < 3 {
			return "[" + d.things(v, quote, depth) + "]"
		}
	case Tuple:
		if depth < 3 {
			s := d.things(v, quote, depth)
			if len(v) == 1 {
				s += ","
			}
			return "(" + s + ")"
		}
	case Record:
		if depth < 3 {
			ps := make([]string, len(v))
			for i, p := range v {
				ps[i] = d.thing(p.Label(), true, depth+1) + ": " + d.thing(p.Value, true, depth+1)
			}
			return "{" + strings.Join(ps, ", ") + "}"
		}
	}
	return escape.Replace(pyStr(v))
}

var escape = strings.NewReplacer("\t", `\t`, "\r", `\r`, "\n", `\n`)

func (d Display) things(vs []any, quote bool, depth int) string {
	var ps []string
	for i, v := range vs {
		if d.MaxSeqItems > 0 && i >= d.MaxSeqItems {
			return strings.Join(ps, ", ") + ", ..."
		}
		if f, ok := v.(float64); ok && f == f {
			ps = append(ps, strings.TrimPrefix(trimOne(signed(f, 'f', d.Precision)), " "))
			continue
		}
		ps = append(ps, d.thing(v, quote, depth+1))
	}
	return strings.Join(ps, ", ")
}

// labelThing is thing of a label, whose tuples are Python tuples.
func (d Display) labelThing(l Label, quote bool) string { return d.thing(labelCell(l), quote, 0) }

// labelCell is the label as a cell of an object column.
func labelCell(l Label) any {
	if l.kind != LabelTuple {
		return l.Value()
	}
	t := Tuple{}
	for _, e := range l.Elems() {
		t = append(t, labelCell(e))
	}
	return t
}

// name is the text of an index or Series name, empty for None.
func (d Display) name(l Label) string {
	switch {
	case l.IsNil():
		return ""
	case l.kind == LabelFloat && !l.IsNaN():
		return strings.TrimPrefix(d.floatTexts([]float64{l.float()}, dtype.Float64, "")[0], " ")
	}
	return d.labelThing(l, false)
}
