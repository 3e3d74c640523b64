package plane

import (
	"encoding/binary"
	"io"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/op"
)

// maxPickleParts is the most parts of an object that are taken.
const maxPickleParts = 1 << 16

// pickleBody is an object of a Python program with the lengths of its parts before it.
func pickleBody(p *op.Pickled) *Body {
	head := binary.LittleEndian.AppendUint32(nil, uint32(len(p.Parts)))
	for _, b := range p.Parts {
		head = binary.LittleEndian.AppendUint64(head, uint64(b.Len()))
	}
	return &Body{Type: Pickle, Size: int64(len(head)) + p.Bytes(), write: func(w io.Writer) error {
		_, err := w.Write(head)
		for i := 0; err == nil && i < len(p.Parts); i++ {
			_, err = w.Write(p.Parts[i].Bytes())
		}
		return err
	}}
}

// readPickle is the inverse of pickleBody, of an upload of so many bytes.
func readPickle(r io.Reader, size int64, al mem.Allocator) (_ *op.Pickled, err error) {
	var n uint32
	if err := binary.Read(r, binary.LittleEndian, &n); err != nil {
		return nil, errs.Wrap(errs.Invalid, err, "an object")
	}
	if n == 0 || n > maxPickleParts || int64(n) > (size-4)/8 {
		return nil, errs.New(errs.Invalid, "an object of %d parts", n)
	}
	lens := make([]uint64, n)
	if err := binary.Read(r, binary.LittleEndian, lens); err != nil {
		return nil, errs.Wrap(errs.Invalid, err, "an object")
	}
	p := &op.Pickled{}
	defer func() {
		if err != nil {
			p.Release()
		}
	}()
	left := uint64(size) - 4 - 8*uint64(n)
	for i, l := range lens {
		if l > left {
			return nil, errs.New(errs.Invalid, "part %d of an object has %d bytes, and %d are left", i, l, left)
		}
		left -= l
		b, err := al.Alloc(int(l))
		if err != nil {
			return nil, err
		}
		p.Parts = append(p.Parts, b)
		if _, err := io.ReadFull(r, b.Bytes()); err != nil {
			return nil, errs.Wrap(errs.Invalid, err, "part %d of an object", i)
		}
	}
	return p, nil
}
