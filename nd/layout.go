package nd

import "strings"

// layout is numpy.array2string: words of equal width in nested brackets, lines wrapped at width. shape is
// that of the whole array, small holds the elements that are shown.
func layout(shape []int, small *Array, sep, prefix string, width int) string {
	if Size(shape) == 0 {
		return "[]"
	}
	p := printer{shape: shape, small: small.Shape, word: words(small), sep: sep, cut: Size(shape) > threshold}
	return p.nested(make([]int, 0, len(shape)), strings.Repeat(" ", 1+len(prefix)), width)
}

type printer struct {
	shape, small []int
	word         []string // of the elements of small, in C order
	sep          string
	cut          bool // the array is summarised
}

// steps is the positions along an axis in the small array, and whether dots stand in the middle.
func (p *printer) steps(axis int) (n int, dots bool) {
	return p.small[axis], p.cut && p.shape[axis] > 2*edge
}

// nested is the text at an index prefix: a word, a row, or rows separated by lines.
func (p *printer) nested(idx []int, indent string, width int) string {
	axis := len(idx)
	switch len(p.shape) - axis {
	case 0:
		return p.word[p.flat(idx)]
	case 1:
		return p.row(idx, indent, width)
	}
	n, dots := p.steps(axis)
	lines := strings.TrimRight(p.sep, " ") + strings.Repeat("\n", len(p.shape)-axis-1)
	var b strings.Builder
	b.WriteByte('[')
	for i := range n {
		if i > 0 {
			b.WriteString(lines + indent)
		}
		if dots && i == edge {
			b.WriteString("..." + lines + indent)
		}
		b.WriteString(p.nested(append(idx, i), indent+" ", width-1))
	}
	b.WriteByte(']')
	return b.String()
}

// row is one line of words, wrapped where the next word would not fit.
func (p *printer) row(idx []int, indent string, width int) string {
	n, dots := p.steps(len(idx))
	width -= max(len(strings.TrimRight(p.sep, " ")), 1)
	var b strings.Builder
	line := indent
	add := func(w string) {
		if len(line)+len(w) > width && len(line) > len(indent) {
			b.WriteString(strings.TrimRight(line, " ") + "\n")
			line = indent
		}
		line += w
	}
	for i := range n {
		if dots && i == edge {
			add("...")
			line += p.sep
		}
		add(p.word[p.flat(append(idx, i))])
		if i < n-1 {
			line += p.sep
		}
	}
	b.WriteString(line)
	return "[" + b.String()[len(indent):] + "]"
}

func (p *printer) flat(idx []int) int {
	k := 0
	for i, n := range p.small {
		k = k*n + idx[i]
	}
	return k
}
