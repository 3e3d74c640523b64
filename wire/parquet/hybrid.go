package parquet

import (
	"encoding/binary"
	"math/bits"
)

// hybrid decodes Parquet's mix of run lengths and packed bits: levels, dictionary codes, bools.
// https://parquet.apache.org/docs/file-format/data-pages/encodings/#RLE
type hybrid struct {
	src   []byte
	width uint // bits of a value, 0 to 32
	rest  int  // packed values of the run that piece is in
}

// next is the next run: n values, at most `most`. One value v is repeated; or they are packed at the beginning of src, and take must fetch
// them.
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

// take unpacks values, and leaves src behind the groups of eight that it used.
func (h *hybrid) take(dst []uint32) {
	unpack(dst, h.src, h.width)
	h.skip(len(dst))
}

// skip leaves src behind the groups of eight that n packed values use.
func (h *hybrid) skip(n int) { h.src = h.src[min(len(h.src), (n+7)/8*int(h.width)):] }

// piece is the next values, at most `most`: n times v or, where packed is not nil, n packed ones, unpacked to buf.
func (h *hybrid) piece(most int, buf *[block]uint32) (n int, v uint32, packed []uint32, err error) {
	if h.rest == 0 {
		n, repeated, v, err := h.next(most)
		if err != nil || repeated {
			return n, v, nil, err
		}
		h.rest = n
	}
	n = min(h.rest, most, block)
	h.take(buf[:n])
	h.rest -= n
	return n, 0, buf[:n], nil
}

// gather fills dst with the elements of a dictionary that the codes name.
func gather[E any](h *hybrid, dst, dict []E) error {
	var buf [block]uint32
	for len(dst) > 0 {
		n, v, packed, err := h.piece(len(dst), &buf)
		if err != nil {
			return err
		}
		if packed == nil {
			if int(v) >= len(dict) {
				return damaged("code %d of %d", v, len(dict))
			}
			fill(dst[:n], dict[v])
		}
		to := dst[:len(packed)]
		for i, k := range packed {
			if uint(k) >= uint(len(dict)) {
				return damaged("code %d of %d", k, len(dict))
			}
			to[i] = dict[k]
		}
		dst = dst[n:]
	}
	return nil
}

// codes fills dst with codes below limit, which T must hold.
func codes[T byte | int8 | int16 | int32](h *hybrid, dst []T, limit int) error {
	var buf [block]uint32
	for len(dst) > 0 {
		n, most, packed, err := h.piece(len(dst), &buf)
		if err != nil {
			return err
		}
		if packed == nil {
			fill(dst[:n], T(most))
		}
		to := dst[:len(packed)]
		for i, k := range packed {
			most = max(most, k)
			to[i] = T(k)
		}
		if int(most) >= limit {
			return damaged("code or level %d of %d", most, limit)
		}
		dst = dst[n:]
	}
	return nil
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

// mask fills the first rows bits of m, whose others become zero, with levels of one bit, and says how many are 1.
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

// full reports that the levels of all rows are one run of ones, which is how writers say that nothing is missing.
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
