package csv

import (
	"encoding/binary"
	"hash/maphash"
	"math/bits"
	"unicode/utf8"
	"unsafe"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// When a column of texts gives up its dictionary: more distinct texts than a quarter of the first 64 Ki rows,
// or more than 32 MB of them. The rule is that of frame.StrBuilder.
const (
	dictRows  = 64 << 10
	dictBytes = 32 << 20
)

// inline is the longest text that a view holds itself.
const inline = 12

// texts are str, or string. They are a dictionary until it does not pay, then views.
type texts struct {
	c     *classifier
	d     dtype.DType
	al    mem.Allocator
	hint  int
	heap  heap
	views vec[frame.View] // distinct texts, or after giving up those of the rows
	rows  int
	bytes int // of the dictionary

	dict   bool
	width  frame.CodeWidth // of codes
	narrow vec[int8]
	middle vec[int16]
	wide   vec[int32]
	slots  []uint32 // code + 1, by hash
	seeds  [2]uint64
	seed   maphash.Seed

	valid vec[uint64] // after giving up, once a value is missing
}

func newTexts(al mem.Allocator, d dtype.DType, c *classifier, hint int) *texts {
	t := &texts{c: c, d: d, al: al, hint: hint, dict: true, width: 1, seed: maphash.MakeSeed(), slots: make([]uint32, 512)}
	t.heap.al = al
	t.views.al, t.valid.al = al, al
	t.narrow, t.middle, t.wide = vec[int8]{al: al, hint: hint}, vec[int16]{al: al, hint: hint}, vec[int32]{al: al, hint: hint}
	for i := range t.seeds {
		t.seeds[i] = maphash.Bytes(t.seed, []byte{byte(i)}) | 1
	}
	return t
}

func (t *texts) seen() Facts { return seenText }

func (t *texts) drop() {} // every value fits

func (t *texts) add(b *block, k int) (int, error) {
	c := b.column(k)
	if !b.isUTF8() {
		for i := range b.rows {
			if x := c.text(i); !utf8.Valid(x) && !t.c.na.has(x) {
				return 0, invalid("%s: %q is not UTF-8", where(b.file, b.line(i)), cut(x))
			}
		}
	}
	i := 0
	for i < b.rows && t.dict {
		var err error
		switch t.width {
		case 1:
			i, err = addCodes(t, &t.narrow, &c, i, b.rows)
		case 2:
			i, err = addCodes(t, &t.middle, &c, i, b.rows)
		default:
			i, err = addCodes(t, &t.wide, &c, i, b.rows)
		}
		if err != nil {
			return 0, err
		}
	}
	return b.rows, t.addViews(&c, i, b.rows)
}

// view is the view of a text of n <= 12 bytes at place i.
func (b base) view(i, n uint32) pair {
	m := &viewMasks[n&15]
	p := (*[12]byte)(unsafe.Add(b.p, int(i)))
	return pair{uint64(n) | uint64(binary.LittleEndian.Uint32(p[:]))<<32&m[0], binary.LittleEndian.Uint64(p[4:]) & m[1]}
}

// A pair is the two words of a view, or the length and the hash of a long text. It is no array, which the
// compiler would keep in memory.
type pair struct{ a, b uint64 }

// viewMasks keep the first n bytes of a text in the two words of its view.
var viewMasks = func() (m [16][2]uint64) {
	for n := range inline + 1 {
		for i := range n {
			if i < 4 {
				m[n][0] |= 0xff << (32 + 8*i)
			} else {
				m[n][1] |= 0xff << (8 * (i - 4))
			}
		}
	}
	return m
}()

func words(v *frame.View) *pair { return (*pair)(unsafe.Pointer(v)) }

// hash of the two words of a view.
func (t *texts) hash(v pair) uint64 {
	hi, lo := bits.Mul64(v.a^t.seeds[0], v.b^t.seeds[1])
	return hi ^ lo
}

// addCodes adds rows from i on to the dictionary. It returns the first row that it did not add: the codes are
// wider then, or the dictionary is given up.
func addCodes[T int8 | int16 | int32](t *texts, v *vec[T], c *cells, i, n int) (int, error) {
	codes, err := v.room(n - i)
	if err != nil {
		return i, err
	}
	na, text, mem, pos, step := t.c.na, c.mem[headPad:], c.base(), c.ends(), 4*c.step
	most := 1<<(8*unsafe.Sizeof(codes[0])-1) - 1
	from := i
	slots, views := t.slots, t.views.all()
	mask := uint64(len(slots) - 1)
	for off := i * step; i < n; i, off = i+1, off+step {
		lo, hi := pos.at(off)
		size := hi - lo
		var w pair
		if size <= inline {
			w = mem.view(lo, size)
			if k := int(slots[t.hash(w)&mask]) - 1; uint(k) < uint(len(views)) && *words(&views[k]) == w { // it is no missing value then
				codes[i-from] = T(k)
				continue
			}
		}
		if na.has(text[lo:hi]) {
			codes[i-from] = -1
			continue
		}
		if size > inline {
			w = pair{uint64(size), maphash.Bytes(t.seed, text[lo:hi])}
		}
		k, err := t.code(w, text[lo:hi])
		if err != nil {
			return i, err
		}
		slots, views = t.slots, t.views.all()
		mask = uint64(len(slots) - 1)
		if k > most {
			v.n += i - from
			return i, t.widen()
		}
		codes[i-from] = T(k)
		if k == t.views.n-1 && (t.bytes > dictBytes || t.rows+i-from < dictRows && t.views.n > dictRows/4) {
			i++
			v.n += i - from
			t.rows += i - from
			return i, t.spread()
		}
	}
	v.n += i - from
	t.rows += i - from
	return i, nil
}

// code is the code of a text, of which w are the words of its view, or its length and hash.
func (t *texts) code(w pair, text []byte) (int, error) {
	mask := uint64(len(t.slots) - 1)
	h := t.hash(w)
	views := t.views.all()
	for i := h & mask; ; i = (i + 1) & mask {
		k := int(t.slots[i]) - 1
		if k < 0 {
			if 2*len(views) >= len(t.slots) {
				t.grow()
				return t.code(w, text)
			}
			t.slots[i] = uint32(len(views) + 1)
			return len(views), t.push(text)
		}
		v := &views[k]
		if u := words(v); v.Len == int32(w.a) && (len(text) <= inline && *u == w || len(text) > inline && string(v.Bytes(t.heap.blocks)) == string(text)) {
			return k, nil
		}
	}
}

// push adds a text to the dictionary.
func (t *texts) push(text []byte) error {
	room, err := t.views.room(1)
	if err != nil {
		return err
	}
	if room[0], err = t.heap.put(text); err != nil {
		return err
	}
	t.views.n++
	t.bytes += len(text) + 16
	return nil
}

// grow makes more slots.
func (t *texts) grow() {
	t.slots = make([]uint32, 4*len(t.slots))
	mask := uint64(len(t.slots) - 1)
	for k := range t.views.all() {
		v := &t.views.data[k]
		w := *words(v)
		if !v.Inline() {
			w = pair{uint64(v.Len), maphash.Bytes(t.seed, v.Bytes(t.heap.blocks))}
		}
		i := t.hash(w) & mask
		for t.slots[i] != 0 {
			i = (i + 1) & mask
		}
		t.slots[i] = uint32(k + 1)
	}
}

// widen makes codes of twice the bytes. The row whose code did not fit is asked for again.
func (t *texts) widen() error {
	t.rows = max(t.narrow.n, t.middle.n, t.wide.n)
	if t.width *= 2; t.width == 2 {
		return copyCodes(&t.middle, &t.narrow)
	}
	return copyCodes(&t.wide, &t.middle)
}

func copyCodes[T, F int8 | int16 | int32](to *vec[T], from *vec[F]) error {
	out, err := to.room(from.n)
	if err != nil {
		return err
	}
	for i, k := range from.all() {
		out[i] = T(k)
	}
	to.n += from.n
	from.drop()
	return nil
}

// spread replaces the dictionary by one view for each row.
func (t *texts) spread() error {
	dict := t.views
	t.views, t.dict, t.slots = vec[frame.View]{al: t.al, hint: t.hint}, false, nil
	out, err := t.views.room(t.rows)
	if err != nil {
		return err
	}
	t.views.n = t.rows
	switch t.width {
	case 1:
		err = spreadCodes(t, out, dict.all(), &t.narrow)
	case 2:
		err = spreadCodes(t, out, dict.all(), &t.middle)
	default:
		err = spreadCodes(t, out, dict.all(), &t.wide)
	}
	dict.drop()
	return err
}

func spreadCodes[T int8 | int16 | int32](t *texts, out, dict []frame.View, codes *vec[T]) error {
	for i, k := range codes.all() {
		if k >= 0 {
			out[i] = dict[k]
			continue
		}
		out[i] = frame.View{}
		if err := t.miss(i); err != nil {
			return err
		}
	}
	codes.drop()
	return nil
}

// miss marks row i as missing.
func (t *texts) miss(i int) error {
	if n := i/64 + 1 - t.valid.n; n > 0 {
		t.valid.hint = (t.hint + 63) / 64
		more, err := t.valid.room(n)
		if err != nil {
			return err
		}
		for j := range more {
			more[j] = ^uint64(0)
		}
		t.valid.n += n
	}
	t.valid.data[i/64] &^= 1 << (i % 64)
	return nil
}

// addViews adds rows from i on by themselves.
func (t *texts) addViews(c *cells, i, n int) error {
	if t.dict {
		return nil
	}
	out, err := t.views.room(n - i)
	if err != nil {
		return err
	}
	na, text, mem, pos, step, from := t.c.na, c.mem[headPad:], c.base(), c.ends(), 4*c.step, i
	for off := i * step; i < n; i, off = i+1, off+step {
		lo, hi := pos.at(off)
		size := hi - lo
		if na.may(text[lo], size) && na.has(text[lo:hi]) {
			out[i-from] = frame.View{}
			if err := t.miss(t.rows + i - from); err != nil {
				return err
			}
			continue
		}
		if size <= inline {
			*words(&out[i-from]) = mem.view(lo, size)
		} else if out[i-from], err = t.heap.put(text[lo:hi]); err != nil {
			return err
		}
	}
	t.views.n += n - from
	t.rows += n - from
	return nil
}

func (t *texts) column() (*frame.Column, error) {
	if t.dict && t.views.n > t.rows/4 && t.rows < dictRows {
		if err := t.spread(); err != nil {
			return nil, err
		}
	}
	heaps, err := t.heap.done()
	if err != nil {
		return nil, err
	}
	views, err := t.views.done()
	if err != nil {
		return nil, err
	}
	if t.dict {
		return t.dictionary(frame.NewText(t.d, views, 0, t.views.n, heaps, frame.Bitmap{}))
	}
	var valid frame.Bitmap
	if t.valid.n > 0 {
		if err := t.fillValid(); err != nil {
			return nil, err
		}
		if valid.Block, err = t.valid.done(); err != nil {
			return nil, err
		}
	}
	return frame.NewText(t.d, views, 0, t.rows, heaps, valid), nil
}

// fillValid makes the bitmap as long as the rows.
func (t *texts) fillValid() error {
	more, err := t.valid.room((t.rows+63)/64 - t.valid.n)
	for j := range more {
		more[j] = ^uint64(0)
	}
	t.valid.n += len(more)
	return err
}

func (t *texts) dictionary(values *frame.Column) (*frame.Column, error) {
	var codes *mem.Block
	var err error
	switch t.width {
	case 1:
		codes, err = t.narrow.done()
	case 2:
		codes, err = t.middle.done()
	default:
		codes, err = t.wide.done()
	}
	return frame.NewDict(t.d, &frame.Dictionary{Values: values}, codes, 0, t.rows, t.width), err
}
