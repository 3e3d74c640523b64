package frame

import (
	"fmt"
	"strings"
)

// Frame prints a corner as pandas prints a DataFrame. A corner that lacks rows prints as the error it gives.
func (d Display) Frame(k Corner) string {
	f, cut, err := d.shown(k)
	if err != nil {
		return err.Error()
	}
	if k.Rows == 0 || len(f.Cols) == 0 {
		return d.emptyFrame(k)
	}
	p := framePage{Display: d, f: f, cut: cut, all: len(f.Cols)}
	text := p.layout()
	if cut > 0 || p.narrowed {
		text += fmt.Sprintf("\n\n[%d rows x %d columns]", k.Rows, p.all)
	}
	return text
}

// emptyFrame lists the labels of a frame without cells.
func (d Display) emptyFrame(k Corner) string {
	rows := make([]any, 0, k.Head.NRows)
	for i := range k.Head.NRows {
		rows = append(rows, labelCell(k.Head.Index.Label(i)))
	}
	if k.Tail != nil { // the reader sees that there are more
		rows = append(rows, rows...)[:min(k.Rows, 2*len(rows))]
	}
	cols := make([]any, len(k.Head.Names))
	for i, n := range k.Head.Names {
		cols[i] = labelCell(n)
	}
	return "Empty DataFrame\nColumns: [" + d.things(cols, false, 0) + "]\nIndex: [" + d.things(rows, false, 0) + "]"
}

// A framePage lays one frame out.
type framePage struct {
	Display
	f        *Frame
	cut      int  // dots after so many rows
	at       int  // dots after so many columns, 0 for none
	all      int  // columns of the whole frame
	narrowed bool // columns were left out
}

func (p *framePage) layout() string {
	types := p.f.DTypes() // pandas takes the dtypes of the first columns, also when it leaves columns out
	limit := p.MaxColumns
	if limit == 0 && p.all > p.Width {
		limit = p.Width
	}
	if limit > 0 && p.all > limit {
		p.narrow(limit)
	}
	heads := p.headers()
	for i, h := range heads {
		if len(h) == 1 && p.headBlank() && i < len(types) && (types[i].IsNumber() || types[i].IsBool()) {
			h[0] = " " + h[0]
		}
	}
	named := hasNames(p.f.Index.Names)
	cols := [][]string{p.index(named, len(heads[0]))}
	for i, c := range p.f.Cols {
		h := heads[i]
		if named {
			h = append(h, "")
		}
		cells, w := p.fixed(p.cells(c, right, false), right, maxWidth(h))
		w = max(w, maxWidth(h))
		cols = append(cols, append(padAll(h, w, right), cells...))
	}
	if p.at > 0 {
		cols = insertDots(cols, p.at+1)
	}
	if p.cut > 0 {
		p.dots(cols)
	}
	if p.MaxColumns > 0 {
		return p.wrap(cols)
	}
	return p.fit(cols)
}

// headBlank: names of one level stand over numbers with a blank for the sign.
func (p *framePage) headBlank() bool { return p.columnLevels() == 1 }

// narrow leaves columns in the middle out.
func (p *framePage) narrow(limit int) {
	n := limit / 2
	var keep []int
	if n == 0 {
		n = limit
		keep = []int{0}
	} else {
		for i := range n {
			keep = append(keep, i)
		}
		for i := p.all - n; i < p.all; i++ {
			keep = append(keep, i)
		}
	}
	p.f, p.at, p.narrowed = p.f.Select(keep...), n, true
}

// columnLevels is the number of levels of the column labels: more than one when all are tuples of one length.
func (p *framePage) columnLevels() int { return ColumnLevels(p.f.Names) }

// ColumnLevels is the number of levels that pandas gives these column labels: more than one when all are
// tuples of one length.
func ColumnLevels(names []Label) int {
	n := 0
	for _, l := range names {
		if l.kind != LabelTuple || n != 0 && l.Len() != n {
			return 1
		}
		n = l.Len()
	}
	return max(n, 1)
}

// headers are the texts over each column, one per level.
func (p *framePage) headers() [][]string {
	n := p.columnLevels()
	levels := make([][]string, n)
	if n == 1 {
		levels[0] = p.flat(LabelColumn(p.f.Names))
	}
	for k := range n {
		if n == 1 {
			break
		}
		ls := make([]Label, len(p.f.Names))
		for i, l := range p.f.Names {
			ls[i] = l.Elem(k)
		}
		c := LabelColumn(ls)
		levels[k] = p.flat(c)
		for i := range levels[k] {
			if c.IsNull(i) {
				levels[k][i] = levelNull(c)
			}
		}
	}
	if n > 1 {
		sparsify(levels, 0)
	}
	heads := make([][]string, len(p.f.Names))
	for i := range heads {
		for k := range levels {
			heads[i] = append(heads[i], levels[k][i])
		}
	}
	return heads
}

// index is the left column: names of the column levels, then names of the row levels, then the labels.
func (p *framePage) index(named bool, levels int) []string {
	x := p.f.Index
	var cols [][]string
	if x.Kind == MultiIndex {
		cols = p.levels(x, named, true)
	} else {
		var c []string
		if named {
			c = append(c, p.name(x.Names[0]))
		}
		cols = [][]string{append(c, p.flat(x.Level(0))...)}
	}
	for i := range cols {
		cols[i], _ = p.fixed(cols[i], left, 0)
	}
	var head []string
	for k := range levels {
		head = append(head, p.name(axisName(p.f, k)))
	}
	return append(head, strings.Split(adjoin(1, cols...), "\n")...)
}

// insertDots puts a column of dots at a place.
func insertDots(cols [][]string, at int) [][]string {
	dots := make([]string, len(cols[0]))
	for i := range dots {
		dots[i] = " ..."
	}
	out := append(append([][]string{}, cols[:at]...), dots)
	return append(out, cols[at:]...)
}

// dots puts a row of dots after the first rows.
func (p *framePage) dots(cols [][]string) {
	heads := len(cols[0]) - p.f.NRows
	for i, c := range cols {
		w := width(c[p.cut])
		isDots := p.at > 0 && i == p.at+1
		dots, j := "..", right
		if w > 3 || isDots {
			dots = "..."
		}
		switch {
		case i == 0:
			j = left
		case isDots:
			w = 4
		}
		cols[i] = insert(c, p.cut+heads, pad(dots, w, j))
	}
}
