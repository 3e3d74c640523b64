package parquet

import (
	"encoding/binary"
	"unicode/utf8"
	"unsafe"

	"github.com/parquet-go/parquet-go/format"

	pq "github.com/parquet-go/parquet-go"

	"github.com/mars-project/mars-go/frame"
)

// A listing is what is known of the texts of a page after their views were written.
type listing struct {
	end  int // of the last text, in bytes of the page
	long int // bytes of texts that do not fit into views
	or   int // of all lengths
}

// listed says whether the texts of a page lie side by side, so that viewsOf takes them.
func (d *decoder) listed(pg *page) bool {
	return pg.encoding == format.Plain && d.p.kind == pq.ByteArray
}

// words is a view as two numbers: one of a short text is what PLAIN stores, with zeros behind it.
type words [2]uint64

// shorts are what of two words belongs to a text of 0 to 12 bytes.
var shorts = func() (m [13]words) {
	for n := range m {
		m[n] = words{1<<(32+8*n) - 1, 1<<max(8*n-32, 0) - 1}
	}
	return m
}()

// viewsOf writes the views of the texts of a page, of which long ones lie in a heap that the page begins
// `off` bytes behind the beginning of.
func viewsOf(dst []frame.View, src []byte, heap, off int) (x listing, ok bool) {
	if len(dst) == 0 {
		return x, true
	}
	at, out := 0, unsafe.Slice((*words)(unsafe.Pointer(&dst[0])), len(dst))
	for i := range out {
		var w words
		switch left := len(src) - at; {
		case left >= 16:
			w[0], w[1] = binary.LittleEndian.Uint64(src[at:]), binary.LittleEndian.Uint64(src[at+8:])
		case left >= 4:
			var tail [16]byte
			copy(tail[:], src[at:])
			w[0], w[1] = binary.LittleEndian.Uint64(tail[:]), binary.LittleEndian.Uint64(tail[8:])
		default:
			return x, false
		}
		n := int(uint32(w[0]))
		if n > len(src)-at-4 {
			return x, false
		}
		if n < len(shorts) {
			m := &shorts[n]
			out[i] = words{w[0] & m[0], w[1] & m[1]}
		} else {
			out[i] = words{w[0], uint64(uint32(heap)) | uint64(off+at+4)<<32}
			x.long += n
		}
		x.or |= n
		at += 4 + n
	}
	x.end = at
	return x, true
}

// valid reports that all texts are UTF-8. Lengths that are letters themselves keep texts apart, so the page
// is looked at as a whole.
func (x *listing) valid(src []byte, views []frame.View, off int) bool {
	if x.or < utf8.RuneSelf {
		return utf8.Valid(src[:x.end])
	}
	for i := range views {
		v := &views[i]
		if v.Inline() {
			if !utf8.Valid(v.Bytes(nil)) {
				return false
			}
		} else if !utf8.Valid(src[int(v.Off)-off:][:v.Len]) {
			return false
		}
	}
	return true
}

// pageHeap is the least size of a page that becomes a heap as it is; smaller ones share heaps.
const pageHeap = 256 << 10

// views writes the views of the texts of a page. Long texts stay where the page was unpacked when they fill
// most of it, and are copied to heaps of b else.
func (s *texts) views(pg *page, b *frame.StrBuilder, dst []frame.View) error {
	off, mine := pg.from.holds(pg.data)
	x, ok := viewsOf(dst, pg.data, b.Heaps(), off)
	if !ok {
		return short(pg)
	}
	if s.utf8 && !x.valid(pg.data, dst, off) {
		return s.d.texts(pg, s.check)
	}
	switch {
	case x.long == 0:
	case mine && len(pg.data) >= pageHeap && 2*x.long >= pg.from.block.Len():
		b.Heap(pg.from.take())
	case 2*x.long >= x.end:
		heap, at, err := b.Store(pg.data[:x.end])
		if err != nil {
			return err
		}
		for i := range dst {
			if v := &dst[i]; !v.Inline() {
				v.Heap, v.Off = int32(heap), v.Off+int32(at-off)
			}
		}
	default:
		for i := range dst {
			if v := &dst[i]; !v.Inline() {
				heap, at, err := b.Store(pg.data[int(v.Off)-off:][:v.Len])
				if err != nil {
					return err
				}
				v.Heap, v.Off = int32(heap), int32(at)
			}
		}
	}
	return nil
}
