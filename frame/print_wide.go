package frame

import "math"

// wrap sets the columns in as many blocks as the width asks for, each with the index.
func (p *framePage) wrap(cols [][]string) string {
	idx, cols := cols[0], cols[1:]
	room := p.Width - maxWidth(idx) - 1
	ends := bins(cols, room)
	text, start := "", 0
	for i, end := range ends {
		block := append([][]string{idx}, cols[start:end]...)
		if len(ends) > 1 {
			tail := make([]string, len(idx))
			for r := range tail {
				switch {
				case i == len(ends)-1:
					tail[r] = " "
				case r == 0:
					tail[r] = ` \`
				default:
					tail[r] = "  "
				}
			}
			block = append(block, tail)
		}
		if i > 0 {
			text += "\n\n"
		}
		text += adjoin(1, block...)
		start = end
	}
	return text
}

// bins are the ends of the blocks of columns that fit in a line.
func bins(cols [][]string, room int) []int {
	var ends []int
	at := 0
	for i, c := range cols {
		w := maxWidth(c) + 1
		at += w
		more := 2
		if i == len(cols)-1 {
			more = 1
		}
		if at+more > room && i > 0 {
			ends = append(ends, i)
			at = w
		}
	}
	return append(ends, len(cols))
}

// fit leaves columns in the middle out until the line fits; two at least stay.
func (p *framePage) fit(cols [][]string) string {
	lens := make([]int, len(cols))
	total := len(cols) - 1
	for i, c := range cols {
		lens[i] = maxWidth(c)
		total += lens[i]
	}
	over := total - p.Width + 1
	if over <= 0 {
		return adjoin(1, cols...)
	}
	over += 5
	n := len(cols)
	for over > 0 && n > 1 {
		mid := int(math.RoundToEven(float64(n) / 2))
		over -= lens[mid] + 1
		lens = append(lens[:mid], lens[mid+1:]...)
		n--
	}
	keep := max(n-1, 2)
	p.narrowed = p.narrowed || keep < p.all
	if keep >= len(cols)-1 {
		return adjoin(1, cols...)
	}
	k := keep / 2
	kept := append(append([][]string{}, cols[:k+1]...), cols[len(cols)-k:]...)
	return adjoin(1, insertDots(kept, k+1)...)
}
