package frame

import (
	"bytes"
	"encoding/binary"
	"unsafe"

	"github.com/mars-project/mars-go/mem"
)

// InlineMax is the longest text that a view holds itself.
const InlineMax = 12

// A View is one text of a plain str, string or binary column, in the layout of Arrow's string view: the
// length, then either up to 12 bytes, or the first 4 bytes, the number of a heap and the offset there.
type View struct {
	Len    int32
	Prefix [4]byte
	Heap   int32
	Off    int32
}

// bytesIn is the text of v; it lives as long as v and the heaps.
func (v *View) bytesIn(heaps []*mem.Block) []byte {
	if v.Len <= InlineMax {
		return unsafe.Slice(&v.Prefix[0], 12)[:v.Len]
	}
	return heaps[v.Heap].Bytes()[v.Off:][:v.Len:v.Len]
}

// inlineView is the view of a text of at most 12 bytes.
func inlineView(s []byte) View {
	var b [16]byte
	binary.LittleEndian.PutUint32(b[:], uint32(len(s)))
	copy(b[4:], s)
	return *(*View)(unsafe.Pointer(&b))
}

// MakeView is the view of s, whose bytes lie at off of heap; short texts are copied into the view.
func MakeView(s []byte, heap, off int) View {
	if len(s) <= InlineMax {
		return inlineView(s)
	}
	v := View{Len: int32(len(s)), Heap: int32(heap), Off: int32(off)}
	copy(v.Prefix[:], s)
	return v
}

// Bytes is the text of v, whose heaps these are. It must not be written, and lives as long as v and the
// heaps.
func (v *View) Bytes(heaps []*mem.Block) []byte { return v.bytesIn(heaps) }

// Inline reports that the view needs no heap.
func (v *View) Inline() bool { return v.Len <= InlineMax }

// Words are the bytes of a text that the view holds, first bytes lowest, with zeros behind it.
func (v *View) Words() (lo, hi uint64) {
	return uint64(binary.LittleEndian.Uint32(v.Prefix[:])) | uint64(uint32(v.Heap))<<32, uint64(uint32(v.Off))
}

// equalViews compares two texts: mostly by their first 8 bytes.
func equalViews(a *View, ah []*mem.Block, b *View, bh []*mem.Block) bool {
	if a.Len != b.Len || a.Prefix != b.Prefix {
		return false
	}
	return bytes.Equal(a.bytesIn(ah), b.bytesIn(bh))
}

// isText reports that plain values are views.
func (c *Column) isText() bool { return c.DType.IsString() || c.DType.IsBinary() }

// Text is the bytes of row i of a text column of any encoding, nil where it is missing. They must not be
// written and live as long as the column's blocks.
func (c *Column) Text(i int) []byte {
	if c.Enc == Dict {
		k := c.Code(i)
		if k < 0 {
			return nil
		}
		return c.Dict.Values.Text(k)
	}
	k := c.slot(i)
	if !c.Valid.Get(k) {
		return nil
	}
	vs := mem.View[View](c.Data, c.Offset+k, 1)
	return vs[0].bytesIn(c.Heaps)
}

// Str is Text as a string without copying: it lives as long as the column's blocks, so that what outlives
// them must be cloned. A missing row is "".
func (c *Column) Str(i int) string {
	b := c.Text(i)
	return unsafe.String(unsafe.SliceData(b), len(b))
}
