package csv

import (
	"io"

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

// AppendFloat and AppendInt write one number.
var (
	AppendFloat = appendFloat
	AppendInt   = appendInt
)
