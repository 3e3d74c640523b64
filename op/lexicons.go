package op

import (
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// A Lexicographer is a World that remembers the dictionaries of columns, and may hold the blocks of chunks
// that others made.
type Lexicographer interface {
	Lexicons() *frame.Lexicons
	Hold(b *mem.Block) bool
}

// ShareTexts is f whose columns have, where it pays, a dictionary that other chunks of the same source and
// name have too: the long texts of a column are in memory once and not once for every chunk. Source says what
// the chunks are of. A World that remembers no dictionaries leaves f as it is.
func (x *Exec) ShareTexts(source string, f *frame.Frame) (*frame.Frame, error) {
	w, ok := x.world.(Lexicographer)
	if !ok {
		return f, nil
	}
	g := *f
	for i, c := range f.Cols {
		if !c.Shareable() {
			continue
		}
		s, err := w.Lexicons().Of(source+"\x00"+f.Names[i].Repr()).Share(x.world, c)
		if err != nil {
			return nil, err
		}
		if s != c {
			if &g.Cols[0] == &f.Cols[0] {
				g.Cols = append([]*frame.Column{}, f.Cols...)
			}
			g.Cols[i] = s
		}
	}
	return &g, nil
}
