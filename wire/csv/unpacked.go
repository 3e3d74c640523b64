package csv

import (
	"errors"
	"io"
	"sync"

	"github.com/mars-project/mars-go/mem"
)

const (
	stepBytes = 1 << 20  // of the blocks that hold unpacked text
	lookBytes = 64 << 20 // of the text that is kept while somebody looks through it
)

// unpacked is text in blocks of stepBytes. The last that were unpacked are kept, at most so many; for one
// before them the stream is read again.
type unpacked struct {
	al   mem.Allocator
	open func() (io.ReadCloser, error)
	most int
	n    int64 // bytes of the text, known when it was unpacked once

	mu     sync.Mutex
	in     io.ReadCloser // behind the last block; nil at the end
	blocks []*mem.Block
	from   int64 // number of the first block
}

// fill unpacks the whole stream once.
func (t *unpacked) fill() (err error) {
	if t.in, err = t.open(); err != nil {
		return err
	}
	for t.in != nil {
		b, err := t.room()
		if err != nil {
			return err
		}
		k, err := io.ReadFull(t.in, b.Bytes())
		t.n += int64(k)
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) && k < stepBytes && atEnd(t.in) {
			return t.end()
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// room is a block behind the others: a new one or, when there are as many as may be, the first.
func (t *unpacked) room() (b *mem.Block, err error) {
	if len(t.blocks) < t.most {
		if b, err = t.al.Alloc(stepBytes); err != nil {
			return nil, err
		}
	} else {
		b = t.blocks[0]
		copy(t.blocks, t.blocks[1:])
		t.blocks = t.blocks[:len(t.blocks)-1]
		t.from++
	}
	t.blocks = append(t.blocks, b)
	return b, nil
}

func (t *unpacked) end() (err error) {
	if t.in != nil {
		err = t.in.Close()
		t.in = nil
	}
	return err
}

// atEnd reports that a reader which gave less than asked for ended well: io.ReadFull says the same of a
// stream that was cut.
func atEnd(in io.Reader) bool {
	var one [1]byte
	n, err := in.Read(one[:])
	return n == 0 && err == io.EOF
}

func (t *unpacked) drop() {
	_ = t.end() // the error that led here is told
	for _, b := range t.blocks {
		mem.Free(t.al, b)
	}
	t.blocks, t.from = nil, 0
}

// ReadAt reads from the unpacked text.
func (t *unpacked) ReadAt(p []byte, off int64) (n int, err error) {
	if off < 0 {
		return 0, invalid("byte %d of the text", off)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	for n < len(p) && off < t.n {
		b, err := t.block(off / stepBytes)
		if err != nil {
			return n, err
		}
		at := off % stepBytes
		k := copy(p[n:], b[at:min(int64(len(b)), at+t.n-off)])
		n, off = n+k, off+int64(k)
	}
	if n < len(p) {
		err = io.EOF
	}
	return n, err
}

// block is a block by its number.
func (t *unpacked) block(k int64) (_ []byte, err error) {
	if behind := k >= t.from+int64(len(t.blocks)); k < t.from || behind && t.in == nil {
		t.drop()
		if t.in, err = t.open(); err != nil {
			return nil, err
		}
	}
	for k >= t.from+int64(len(t.blocks)) {
		before := (t.from + int64(len(t.blocks))) * stepBytes
		b, err := t.room()
		if err != nil {
			return nil, err
		}
		if _, err := io.ReadFull(t.in, b.Bytes()[:min(stepBytes, t.n-before)]); err != nil {
			t.drop()
			return nil, invalid("the packed file changed while it was read: %v", err)
		}
	}
	return t.blocks[k-t.from].Bytes(), nil
}
