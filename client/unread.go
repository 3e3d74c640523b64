package client

import (
	"encoding/binary"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/op"
)

// unread is an object that a function has made, as its parts, which nobody here reads: how many there are
// (u32), the bytes of each (u64), and they.
func unread(b []byte) (*op.Pickled, error) {
	short := errs.New(errs.Unavailable, "an object breaks off")
	if len(b) < 4 {
		return nil, short
	}
	n := int(binary.LittleEndian.Uint32(b))
	if n > (len(b)-4)/8 {
		return nil, short
	}
	lens, rest := b[4:4+8*n], b[4+8*n:]
	p := &op.Pickled{}
	for i := range n {
		l := binary.LittleEndian.Uint64(lens[8*i:])
		if l > uint64(len(rest)) {
			return nil, short
		}
		p.Parts, rest = append(p.Parts, mem.Wrap(rest[:l:l])), rest[l:]
	}
	return p, nil
}
