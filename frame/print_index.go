package frame

import (
	"fmt"
	"strings"

	"github.com/mars-project/mars-go/mem"
)

// Index prints the index of a corner as pandas does. A corner that lacks rows prints as the error it gives.
func (d Display) Index(k Corner) string {
	x := k.Head.Index
	class := className(x)
	data, err := d.indexData(k, class)
	if err != nil {
		return err.Error()
	}
	indent := len(class) + 1
	at := indent + len([]rune(data))
	if i := strings.LastIndexByte(data, '\n'); i >= 0 {
		at = len([]rune(data[i+1:]))
	}
	text := ""
	attrs := d.indexAttrs(k)
	for i, a := range attrs {
		n := width(a)
		comma := boolInt(i < len(attrs)-1)
		sep := boolInt(i > 0) * 2
		if at+sep+n+comma > d.Width {
			text += ", "[:boolInt(i > 0)] + "\n" + strings.Repeat(" ", indent) + a
			at = indent + n
		} else {
			text += ", "[:sep] + a
			at += sep + n
		}
	}
	if strings.HasPrefix(text, "\n") {
		data = strings.TrimRight(data, " \n")
	}
	return class + "(" + data + text + ")"
}

func className(x *Index) string {
	switch x.Kind {
	case RangeIndex:
		return "RangeIndex"
	case DatetimeIndex:
		return "DatetimeIndex"
	case TimedeltaIndex:
		return "TimedeltaIndex"
	case CategoricalIndex:
		return "CategoricalIndex"
	case MultiIndex:
		return "MultiIndex"
	}
	return "Index"
}

// indexAttrs are the parts behind the labels.
func (d Display) indexAttrs(k Corner) []string {
	x := k.Head.Index
	var as []string
	name := d.labelThing(x.Names[0], true)
	if x.Kind == RangeIndex {
		as = []string{fmt.Sprintf("start=%d", x.Start), fmt.Sprintf("stop=%d", x.Start+int64(k.Rows)*x.Step), fmt.Sprintf("step=%d", x.Step)}
		if !x.Names[0].IsNil() {
			as = append(as, "name="+name)
		}
		return as
	}
	if x.Kind == CategoricalIndex {
		c := x.Levels[0]
		as = append(as, "categories=["+strings.Join(d.categoryTexts(c), ", ")+"]", "ordered="+L(c.DType.Ordered).String())
	}
	switch {
	case x.Kind != MultiIndex:
		as = append(as, "dtype='"+x.DType().String()+"'")
		if !x.Names[0].IsNil() {
			as = append(as, "name="+name)
		}
	case hasNames(x.Names):
		ns := make([]any, len(x.Names))
		for i, n := range x.Names {
			ns[i] = labelCell(n)
		}
		as = append(as, "names=["+d.things(ns, true, 0)+"]")
	}
	if k.Rows > d.MaxSeqItems {
		as = append(as, fmt.Sprintf("length=%d", k.Rows))
	}
	if x.Kind == DatetimeIndex || x.Kind == TimedeltaIndex {
		freq := "None"
		if x.Freq != "" {
			freq = pyQuote(x.Freq)
		}
		as = append(as, "freq="+freq)
	}
	return as
}

// indexData is the list of labels, broken into lines.
func (d Display) indexData(k Corner, class string) (string, error) {
	x := k.Head.Index
	if x.Kind == RangeIndex {
		return "", nil
	}
	if k.Rows == 0 {
		return "[], ", nil
	}
	f, cut, err := k.Head, 0, error(nil)
	switch {
	case k.Rows > d.MaxSeqItems:
		cut = min(max(d.MaxSeqItems/2, 1), 10)
		f, err = k.ends(cut, cut)
	case k.Tail != nil:
		f, err = k.ends(k.Head.NRows, k.Rows-k.Head.NRows)
	}
	if err != nil {
		return "", err
	}
	l := lister{d: d, indent: len(class) + 2, truncated: cut > 0}
	if x.Kind == MultiIndex {
		return l.tuples(f.Index, cut), nil
	}
	words := d.indexWords(f.Index.Level(0))
	plain := f.Index.Level(0).valueType()
	if k.Rows == 1 {
		return "[" + words[0] + "], ", nil
	}
	return l.list(words[:cut], words[cut:], !plain.IsString() && !allText(f.Index.Level(0))), nil
}

// allText reports object labels that are strings without exception: pandas does not align them.
func allText(c *Column) bool {
	for _, v := range c.Objects {
		if _, ok := v.(string); !ok {
			return false
		}
	}
	return len(c.Objects) > 0
}

// indexWords are the labels as they stand in the list: text and times in quotes.
func (d Display) indexWords(c *Column) []string {
	if c.DType.IsCategorical() {
		p, err := c.Uncode(mem.Heap)
		if err != nil {
			return nil
		}
		p.Valid = Bitmap{}
		words := d.indexWords(p)
		for i := range words {
			if c.IsNull(i) {
				words[i] = "nan"
			}
		}
		return words
	}
	out := make([]string, c.Rows)
	switch {
	case c.DType.IsDatetime():
		ticks := ticksOf(c)
		dates := c.DType.TZ == "" && onlyDates(ticks, c.DType.Unit)
		for i, v := range ticks {
			s := timestampText(v, c.DType.Unit, c.DType.TZ)
			if dates && v != NaT {
				s = dateText(civil(v, c.DType.Unit, ""))
			}
			out[i] = "'" + s + "'"
		}
		return out
	case c.DType.IsTimedelta():
		for i, s := range deltaTexts(ticksOf(c), c.DType.Unit) {
			out[i] = "'" + s + "'"
			if s == "NaT" {
				out[i] = s
			}
		}
		return out
	}
	for i := range out {
		v := c.Cell(i)
		switch {
		case v == nil && c.DType.Null:
			v = NA
		case v == nil && !c.DType.IsObject():
			out[i] = "nan"
			continue
		}
		out[i] = d.thing(v, true, 0)
	}
	return out
}

// A lister breaks a list of labels into lines.
type lister struct {
	d         Display
	indent    int // of the labels: behind "Index(["
	truncated bool
}

// list sets words in lines; those before the dots are head.
func (l lister) list(head, tail []string, align bool) string {
	if align && (l.truncated || width(strings.Join(head, ", ")) >= l.d.Width || width(strings.Join(tail, ", ")) >= l.d.Width) {
		n := max(maxWidth(head), maxWidth(tail))
		head, tail = padAll(head, n, right), padAll(tail, n, right)
	}
	start := "\n" + strings.Repeat(" ", l.indent)
	text, line := "", start
	extend := func(word string, room int) {
		if width(strings.TrimRight(line, " \n"))+width(strings.TrimRight(word, " ")) >= room {
			text += strings.TrimRight(line, " \n")
			line = start
		}
		line += word
	}
	for _, w := range head {
		extend(w+", ", l.d.Width)
	}
	if l.truncated {
		text += strings.TrimRight(line, " \n") + start + "..."
		line = start
	}
	for _, w := range tail[:len(tail)-1] {
		extend(w+", ", l.d.Width)
	}
	extend(tail[len(tail)-1], l.d.Width-2)
	return l.close(text + line)
}

// close ends the list: behind one of several lines what follows starts a line of its own.
func (l lister) close(text string) string {
	text += "],"
	if width(text) > l.d.Width {
		text += "\n" + strings.Repeat(" ", l.indent-1)
	} else {
		text += " "
	}
	return "[" + strings.TrimPrefix(text, "\n"+strings.Repeat(" ", l.indent))
}

// tuples sets one tuple of a MultiIndex per line, elements aligned.
func (l lister) tuples(x *Index, cut int) string {
	cols := make([][]string, x.NLevels())
	for k := range cols {
		c := x.Level(k)
		w := l.d.indexWords(c)
		for i := range w {
			if c.IsNull(i) && !c.valueType().IsTemporal() {
				w[i] = "nan"
			}
		}
		cols[k] = padAll(w, maxWidth(w), right)
	}
	lines := make([]string, x.N)
	fit := l.fitting(cols, cut)
	for i := range lines {
		var ps []string
		for k := range fit {
			ps = append(ps, cols[k][i])
		}
		s := strings.Join(ps, ", ")
		switch {
		case fit < len(cols):
			s += ", ..."
		case fit == 1:
			s += ","
		}
		lines[i] = "(" + s + ")"
	}
	start := "\n" + strings.Repeat(" ", l.indent)
	text := ""
	for i, s := range lines {
		if cut > 0 && i == cut {
			text += start + "..."
		}
		text += start + s
		if i < len(lines)-1 {
			text += ","
		}
	}
	text += "],\n" + strings.Repeat(" ", l.indent-1)
	return "[" + strings.TrimPrefix(text, start)
}

// fitting is how many elements of a tuple fit in a line, one at least: pandas measures the first row behind
// the dots.
func (l lister) fitting(cols [][]string, cut int) int {
	for n := len(cols); n > 1; n-- {
		w := 2 + 2*(n-1)
		for k := range n {
			w += width(cols[k][cut])
		}
		if n < len(cols) {
			w += 5
		}
		if w < l.d.Width-l.indent-1 {
			return n
		}
	}
	return 1
}
