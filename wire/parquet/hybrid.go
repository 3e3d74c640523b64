package parquet

import (
	"encoding/binary"
	"math/bits"
	"unsafe"
)

// hybrid decodes Parquet's mix of run lengths and packed bits: levels, dictionary codes, bools.
// https://parquet.apache.org/docs/file-format/data-pages/encodings/#RLE
type hybrid struct {
	src   []byte
	width uint // bits of a value, 0 to 32
	rest  int  // packed values of the run that piece is in
}

// next is the next run: n values, at most `most`. One value v is repeated; or they are packed at the
// beginning of src, and take must fetch them.
func (h *hybrid) next(most int) (n int, repeated bool, v uint32, err error) {
	x, k := binary.Uvarint(h.src)
	if k <= 0 || x > 1<<32 {
		return 0, false, 0, damaged("runs end early")
	}
	h.src = h.src[k:]
	if x>>1 == 0 {
		return 0, false, 0, damaged("a run of no values")
	}
	if x&1 == 0 {
		v, err = h.one()
		return min(int(x>>1), most), true, v, err
	}
	n = int(x>>1) * 8
	if h.width > 0 { // writers may cut the last group short
		n = min(n, len(h.src)*8/int(h.width))
	}
	if n == 0 {
		return 0, false, 0, damaged("packed values end early")
	}
	return min(n, most), false, 0, nil
}

// one reads the value of a run.
func (h *hybrid) one() (v uint32, err error) {
	n := int(h.width+7) / 8
	if len(h.src) < n {
		return 0, damaged("a run ends early")
	}
	for i := range n {
		v |= uint32(h.src[i]) << (8 * i)
	}
	h.src = h.src[n:]
	return v, nil
}

// skip leaves src behind the groups of eight that n packed values use.
func (h *hybrid) skip(n int) { h.src = h.src[min(len(h.src), (n+7)/8*int(h.width)):] }

// piece is the next values, at most `most` and a block: n times v, or n packed ones at the beginning of src,
// behind which skip must go.
func (h *hybrid) piece(most int) (n int, repeated bool, v uint32, err error) {
	if h.rest == 0 {
		n, repeated, v, err := h.next(most)
		if err != nil || repeated {
			return n, repeated, v, err
		}
		h.rest = n
	}
	n = min(h.rest, most, block)
	h.rest -= n
	return n, false, 0, nil
}

// gather fills dst with the elements of a dictionary that the codes name.
func gather[E any](h *hybrid, dst, dict []E) error {
	var table [256]E
	if h.width <= 8 {
		copy(table[:], dict)
	}
	var few [block]byte
	var some [block]uint16
	var many [block]uint32
	for len(dst) > 0 {
		n, repeated, v, err := h.piece(len(dst))
		if err != nil {
			return err
		}
		ok, to := true, dst[:n]
		switch {
		case repeated || h.width == 0:
			if ok = int(v) < len(dict); ok {
				fill(to, dict[v])
			}
		case h.width <= 8:
			lanes8(few[:n], h.src, h.width)
			ok = below(few[:n], len(dict))
			for i, k := range few[:n] {
				to[i] = table[k]
			}
		case h.width <= 16:
			lanes16(some[:n], h.src, h.width)
			ok = look(to, dict, some[:n])
		default:
			unpack(many[:n], h.src, h.width)
			ok = look(to, dict, many[:n])
		}
		if !ok {
			return damaged("a code of %d bits, of a dictionary of %d values", h.width, len(dict))
		}
		if !repeated {
			h.skip(n)
		}
		dst = dst[n:]
	}
	return nil
}

// look looks codes up; false when one is outside the dictionary.
func look[E any, T uint16 | uint32](dst, dict []E, codes []T) bool {
	dst = dst[:len(codes)]
	for i, k := range codes {
		if uint(k) >= uint(len(dict)) {
			return false
		}
		dst[i] = dict[k]
	}
	return true
}

// codes fills dst with codes below limit, which T must hold.
func codes[T byte | int8 | int16 | int32](h *hybrid, dst []T, limit int) error {
	var buf [block]uint32
	for len(dst) > 0 {
		n, repeated, v, err := h.piece(len(dst))
		if err != nil {
			return err
		}
		ok, to := true, dst[:n]
		if repeated || h.width == 0 {
			ok = int(v) < limit
			fill(to, T(v))
		} else {
			ok = direct(to, h.src, h.width, limit, &buf)
			h.skip(n)
		}
		if !ok {
			return damaged("a code or level of %d bits, of %d", h.width, limit)
		}
		dst = dst[n:]
	}
	return nil
}

// direct unpacks codes to where they belong when their bits fit; else through buf. It reports that all are
// below limit.
func direct[T byte | int8 | int16 | int32](dst []T, src []byte, w uint, limit int, buf *[block]uint32) bool {
	at, size := unsafe.Pointer(&dst[0]), unsafe.Sizeof(dst[0])
	switch {
	case size == 1 && w <= 8:
		to := unsafe.Slice((*byte)(at), len(dst))
		lanes8(to, src, w)
		return below(to, limit)
	case size == 2 && w <= 16:
		to := unsafe.Slice((*uint16)(at), len(dst))
		lanes16(to, src, w)
		return below(to, limit)
	case size == 4:
		to := unsafe.Slice((*uint32)(at), len(dst))
		unpack(to, src, w)
		return below(to, limit)
	}
	vs := buf[:len(dst)]
	unpack(vs, src, w)
	for i, v := range vs {
		dst[i] = T(v)
	}
	return below(vs, limit)
}

// levels fills dst with levels of at most top.
func (h *hybrid) levels(dst []byte, top byte) error { return codes(h, dst, int(top)+1) }

// flags fills dst with values of one bit, a byte each.
func (h *hybrid) flags(dst []byte) error {
	for len(dst) > 0 {
		n, repeated, v, err := h.next(len(dst))
		if err != nil {
			return err
		}
		if repeated {
			if v > 1 {
				return damaged("value %d of one bit", v)
			}
			fill(dst[:n], byte(v))
		} else {
			unpackBits(dst[:n], h.src)
			h.skip(n)
		}
		dst = dst[n:]
	}
	return nil
}

// mask fills the first rows bits of m, whose others become zero, with levels of one bit, and says how many
// are 1.
func (h *hybrid) mask(m []uint64, rows int) (ones int, err error) {
	clear(m)
	for at := 0; at < rows; {
		n, repeated, v, err := h.next(rows - at)
		if err != nil {
			return 0, err
		}
		switch {
		case v > 1:
			return 0, damaged("level %d of 1", v)
		case repeated && v == 1:
			setBits(m, at, at+n)
		case !repeated:
			copyBits(m, at, h.src, n)
			h.skip(n)
		}
		at += n
	}
	for _, w := range m {
		ones += bits.OnesCount64(w)
	}
	return ones, nil
}

// full reports that the levels of all rows are one run of ones, which is how writers say that nothing is
// missing.
func (h *hybrid) full(rows int) bool {
	x, k := binary.Uvarint(h.src)
	return k > 0 && x&1 == 0 && x>>1 >= uint64(rows) && x < 1<<32 && len(h.src) > k && h.src[k] == 1
}

// setBits sets bits lo to hi.
func setBits(m []uint64, lo, hi int) {
	for ; lo < hi && lo&63 != 0; lo++ {
		m[lo>>6] |= 1 << (lo & 63)
	}
	for ; lo+64 <= hi; lo += 64 {
		m[lo>>6] = ^uint64(0)
	}
	if lo < hi {
		m[lo>>6] |= 1<<(hi-lo) - 1
	}
}

// copyBits sets n bits from bit at on, which are zero, as those of src are.
func copyBits(m []uint64, at int, src []byte, n int) {
	for i := 0; i < n; i += 64 {
		x := load(src, i>>3)
		if n-i < 64 {
			x &= 1<<(n-i) - 1
		}
		k, s := (at+i)>>6, (at+i)&63
		m[k] |= x << s
		if s > 0 && k+1 < len(m) {
			m[k+1] |= x >> (64 - s)
		}
	}
}

// unpackBits makes a byte of each bit, the lowest first.
func unpackBits(dst, src []byte) {
	for i := range dst {
		dst[i] = src[i>>3] >> (i & 7) & 1
	}
}

func fill[T any](dst []T, v T) {
	for i := range dst {
		dst[i] = v
	}
}
