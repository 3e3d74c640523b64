package csv

import (
	"io"
	"math"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/asm"
	"github.com/mars-project/mars-go/mem"
)

// ReadAt is Read with the kernels of a level, or with the tokenizer alone.
func ReadAt(l asm.Level, tokenizer bool, al mem.Allocator, r io.ReaderAt, rng Range, s *Schema, o Options) (*frame.Frame, error) {
	p, err := newParser(al, s, &o, rng)
	if err != nil {
		return nil, err
	}
	p.b.x.level = l
	p.b.d.simple = p.b.d.simple && !tokenizer
	if err := p.run(r, rng, p.convert); err != nil {
		return nil, err
	}
	if p.misfit != nil {
		return nil, errs.Wrap(errs.Type, p.misfit, "")
	}
	return p.frame(rng)
}

// ParseInt and ParseFloat read one number.
var (
	ParseInt   = parseInt
	ParseFloat = parseFloat
)

// AppendFloat writes one number.
var AppendFloat = appendFloat

// AppendInt writes one whole number.
func AppendInt(dst []byte, v int64) []byte {
	dst = room(dst, numberRoom)
	n := len(dst)
	return dst[:n+putInt(dst[n:n+numberRoom], v)]
}

// Count is the number of rows of a range and of its lines. It reads everything and converts nothing.
func Count(al mem.Allocator, r io.ReaderAt, rng Range, s *Schema, o Options) (rows, lines int64, err error) {
	p, err := newParser(al, s, &o, rng)
	if err != nil {
		return 0, 0, err
	}
	p.b.t.line = max(rng.Line, 1)
	first := p.b.t.line
	feed := newFeeder(al, r, o.File, rng.Lo, rng.Hi)
	defer feed.done()
	for more := false; ; {
		buf, final, err := feed.next(more)
		if err != nil {
			return 0, 0, err
		}
		n, used, err := p.b.count(buf, final, math.MaxInt64)
		if err != nil {
			return 0, 0, err
		}
		rows += n
		feed.used(used)
		if final {
			return rows, p.b.t.line - first, nil
		}
		more = used == 0
	}
}
