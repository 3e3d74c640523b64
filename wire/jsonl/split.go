package jsonl

import (
	"bytes"
	"errors"
	"io"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/mem"
)

// A Range is a part of a file that begins and ends between lines.
type Range struct {
	Lo, Hi int64
	Rows   int64 // -1 where nobody counted
	Line   int64 // of Lo, counted from 1; 0 where nobody counted
}

// look is how many bytes are read at once in search of a line end.
const look = 64 << 10

// Split cuts size bytes into ranges of about chunk bytes that end behind line ends.
func Split(r io.ReaderAt, size, chunk int64) ([]Range, error) {
	if chunk < 1 {
		return nil, errs.New(errs.Invalid, "chunks of %d bytes", chunk)
	}
	var out []Range
	lo, buf := int64(0), make([]byte, look)
	for lo < size {
		hi := min(lo+chunk, size)
		for hi < size {
			p := buf[:min(look, size-hi)]
			if n, err := r.ReadAt(p, hi); n < len(p) {
				return nil, short(err)
			}
			if i := bytes.IndexByte(p, '\n'); i >= 0 {
				hi += int64(i) + 1
				break
			}
			hi += int64(len(p))
		}
		out = append(out, Range{Lo: lo, Hi: hi, Rows: -1})
		lo = hi
	}
	if out == nil {
		out = []Range{{Line: 1}}
	}
	out[0].Line = 1
	return out, nil
}

// Head is the size of the first n lines, which may hold nothing, and how many of them there are.
func Head(r io.ReaderAt, size, n int64) (to, lines int64, err error) {
	buf := make([]byte, look)
	for to < size && lines < n {
		p := buf[:min(look, size-to)]
		if k, err := r.ReadAt(p, to); k < len(p) {
			return 0, 0, short(err)
		}
		for lines < n {
			i := bytes.IndexByte(p, '\n')
			if i < 0 {
				break
			}
			lines, to, p = lines+1, to+int64(i)+1, p[i+1:]
		}
		if lines < n {
			to += int64(len(p))
		}
	}
	return to, lines, nil
}

func short(err error) error {
	if err == nil || errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	return err
}

// lines goes through the lines of a range that hold anything. Errors of f get file and line.
func lines(al mem.Allocator, r io.ReaderAt, rng Range, file string, begin func(most int) error, f func(b []byte) error) (rows, count int64, err error) {
	blk, err := al.Alloc(int(rng.Hi - rng.Lo))
	if err != nil {
		return 0, 0, err
	}
	defer mem.Free(al, blk)
	b := blk.Bytes()[:rng.Hi-rng.Lo]
	if n, err := r.ReadAt(b, rng.Lo); n < len(b) {
		return 0, 0, short(err)
	}
	if rng.Lo == 0 {
		b = bytes.TrimPrefix(b, []byte("\xef\xbb\xbf"))
	}
	if err := begin(bytes.Count(b, []byte{'\n'}) + 1); err != nil {
		return 0, 0, err
	}
	for len(b) > 0 {
		line := b
		if i := bytes.IndexByte(b, '\n'); i >= 0 {
			line, b = b[:i], b[i+1:]
		} else {
			b = nil
		}
		count++
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		if err := f(line); err != nil {
			if errs.KindOf(err) != errs.Invalid {
				return rows, count, err
			}
			at := rng.Line
			if at == 0 {
				if at, err = lineOf(r, rng.Lo, err); at == 0 {
					return rows, count, err
				}
			}
			return rows, count, errs.Wrap(errs.Invalid, err, "%s:%d", file, at+count-1)
		}
		rows++
	}
	return rows, count, nil
}

// lineOf is the line that begins at byte `to`, 0 when reading fails; it passes why on.
func lineOf(r io.ReaderAt, to int64, why error) (int64, error) {
	n, buf := int64(1), make([]byte, 1<<20)
	for at := int64(0); at < to; {
		p := buf[:min(int64(len(buf)), to-at)]
		if k, err := r.ReadAt(p, at); k < len(p) {
			return 0, short(err)
		}
		n += int64(bytes.Count(p, []byte{'\n'}))
		at += int64(len(p))
	}
	return n, why
}
