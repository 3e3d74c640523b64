package frame

import (
	"fmt"
	"strings"
)

// Series prints the first column of a corner as pandas prints a Series. A corner that lacks rows prints as
// the error it gives.
func (d Display) Series(k Corner) string {
	f, cut, err := d.shown(k)
	if err != nil {
		return err.Error()
	}
	if len(f.Cols) == 0 {
		return "Series without a column"
	}
	c, x := f.Cols[0], f.Index
	foot := d.footer(k, f, cut > 0)
	if f.NRows == 0 {
		return "Series([], " + foot + ")"
	}
	var labels []string
	if x.Kind == MultiIndex {
		labels = strings.Split(adjoin(2, d.levels(x, true, true)...), "\n")
	} else {
		labels = append([]string{d.name(x.Names[0])}, d.flat(x.Level(0))...)
	}
	cells := d.cells(c, right, false)
	if cut > 0 {
		w := width(cells[cut-1])
		dots := ".."
		if w > 3 {
			dots = "..."
		}
		cells = insert(cells, cut, pad(dots, w, center))
		labels = insert(labels, cut+1, "")
	}
	text := adjoin(3, labels[1:], cells)
	if hasNames(x.Names) {
		text = labels[0] + "\n" + text
	}
	return text + "\n" + foot
}

// footer is the last line of a Series, and the categories.
func (d Display) footer(k Corner, f *Frame, cut bool) string {
	var parts []string
	if fr := k.Head.Index.Freq; fr != "" {
		parts = append(parts, "Freq: "+fr)
	}
	if n := f.Names[0]; !n.IsNil() {
		parts = append(parts, "Name: "+d.name(n))
	}
	if cut {
		parts = append(parts, fmt.Sprintf("Length: %d", k.Rows))
	}
	c := f.Cols[0]
	parts = append(parts, "dtype: "+c.DType.String())
	foot := strings.Join(parts, ", ")
	if c.DType.IsCategorical() {
		foot += "\n" + d.categories(c)
	}
	return foot
}

// categoryTexts are the categories, quoted, the middle ones left out when there are many.
func (d Display) categoryTexts(c *Column) []string {
	v := c.Dict.Values
	of := func(c *Column) []string {
		var ss []string
		if c.isText() {
			for i := range c.Rows {
				ss = append(ss, pyQuote(string(c.Text(i))))
			}
			return ss
		}
		for _, s := range d.cells(c, right, true) {
			ss = append(ss, strings.TrimSpace(s))
		}
		return ss
	}
	if v.Rows <= d.MaxCategories {
		return of(v)
	}
	n := d.MaxCategories / 2
	return append(append(of(v.Slice(0, n)), "..."), of(v.Slice(v.Rows-n, v.Rows))...)
}

// categories is the last line of a categorical Series.
func (d Display) categories(c *Column) string {
	head := fmt.Sprintf("Categories (%d, %s): ", c.Dict.Len(), c.Dict.Values.DType)
	sep := ", "
	if c.DType.Ordered {
		sep = " < "
	}
	var b strings.Builder
	at := len(head)
	for i, s := range d.categoryTexts(c) {
		switch {
		case at+len(sep)+width(s) > d.Width:
			b.WriteString(strings.TrimRight(sep, " ") + "\n" + strings.Repeat(" ", len(head)+1))
			at = len(head) + 1
		case i > 0:
			b.WriteString(sep)
			at += len(sep)
		}
		b.WriteString(s)
		at += width(s)
	}
	return head + "[" + strings.ReplaceAll(b.String(), " < ... < ", " ... ") + "]"
}
