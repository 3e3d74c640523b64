package storage

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/mem"
)

// A Value is what a store keeps: a tensor, a frame, a tuple of them. It does not change once it is put.
type Value interface {
	// Blocks calls f for every block that the value needs. A block may come more than once.
	Blocks(f func(*mem.Block))
	// Bytes is the size of the data itself, without what else its blocks hold.
	Bytes() int64
}

// A Single is a Value all of whose data may lie in one block.
type Single interface {
	Value
	// Block is that block, or nil for a value that has none; only is false for a value that may have more.
	Block() (b *mem.Block, only bool)
}

// A Compactor is a Value that may keep more memory alive than it needs.
type Compactor interface {
	Value
	// Loose reports that Compact has to be asked.
	Loose() bool
	// Compact copies every part that keeps less than half of its block alive into blocks of al, and shares
	// the others. It returns nil when there is nothing to copy.
	Compact(al mem.Allocator) (Value, error)
}

// Parts is the output of one mapper of a shuffle: one object, of which a reducer reads one part. The parts
// share blocks.
type Parts []Value

// Blocks calls f for the blocks of every part.
func (p Parts) Blocks(f func(*mem.Block)) {
	for _, v := range p {
		v.Blocks(f)
	}
}

// Bytes is the sum over the parts.
func (p Parts) Bytes() int64 {
	var n int64
	for _, v := range p {
		n += v.Bytes()
	}
	return n
}

// A Codec turns values into bytes and back. The store splits Parts itself and never passes them on.
type Codec interface {
	// Encode describes v in a short header, and lists its bytes without copying them where that is possible.
	// The segments are read before any block of v is released.
	Encode(v Value) (header []byte, segs [][]byte, err error)
	// Decode makes the value again in blocks of al, which releases them if it fails. The header may be kept.
	// A header that Encode did not write must be an error, never a panic.
	Decode(header []byte, segs Segments, al mem.Allocator) (Value, error)
}

// Segments are the byte segments that Encode listed, read one by one.
type Segments interface {
	// Len is the number of segments.
	Len() int
	// Size is the number of bytes of segment i.
	Size(i int) int64
	// Read fills p, which is as long as segment i, and checks its checksum. A difference is Lost.
	Read(i int, p []byte) error
}

// A Level is where a value is.
type Level uint8

const (
	Memory Level = iota // in blocks of the pool
	Disk                // in a spill file
	GPU                 // in the memory of a GPU
	Remote              // with another worker or an object store
	Gone                // its spill file is damaged; Get is Lost until it is put again
)

var levels = [...]string{"memory", "disk", "gpu", "remote", "gone"}

func (l Level) String() string {
	if int(l) < len(levels) {
		return levels[l]
	}
	return "unknown"
}

// An Info says what a store has under a key.
type Info struct {
	Key   string // or the name that Keep was given
	Level Level
	Bytes int64 // bytes of memory that it takes, or will take when it is loaded
	File  int64 // bytes on disk; 0: none
	Pins  int
	Parts int // number of Parts, 0 for a plain value
}

// blocksOf is the blocks of v, each once, in out if there is room.
func blocksOf(v Value, out []*mem.Block) []*mem.Block {
	if s, ok := v.(Single); ok {
		switch b, only := s.Block(); {
		case only && b == nil:
			return nil
		case only:
			return append(out, b)
		}
	}
	return eachOf(v)
}

func eachOf(v Value) []*mem.Block {
	var out []*mem.Block
	v.Blocks(func(b *mem.Block) {
		if len(out) < 16 {
			for _, o := range out {
				if o == b {
					return
				}
			}
		}
		out = append(out, b)
	})
	if len(out) < 16 {
		return out
	}
	seen := make(map[*mem.Block]bool, len(out))
	uniq := out[:0]
	for _, b := range out {
		if !seen[b] {
			seen[b] = true
			uniq = append(uniq, b)
		}
	}
	return uniq
}

// compact is v without blocks of which it needs little; nil when v is fine as it is, or memory is too short
// for a copy. A mapper's parts fill their blocks together and stay as they are.
func compact(c Compactor, al mem.Allocator) (Value, error) {
	w, err := c.Compact(al)
	if errs.Is(err, errs.Pressure) || errs.Is(err, errs.OutOfMemory) {
		return nil, nil
	}
	return w, err
}
