package parquet

import "encoding/binary"

// hybrid decodes Parquet's mix of run lengths and packed bits: levels, dictionary codes, bools.
// https://parquet.apache.org/docs/file-format/data-pages/encodings/#RLE
type hybrid struct {
	src   []byte
	width uint // bits of a value, 0 to 32
}

// codes fills dst; the values must be below limit.
func (h *hybrid) codes(dst []int32, limit int) error {
	at := 0
	for at < len(dst) {
		n, run, err := h.run()
		if err != nil {
			return err
		}
		if run {
			v, err := h.one()
			if err != nil {
				return err
			}
			if v >= uint32(limit) && n > 0 {
				return damaged("code %d of %d", v, limit)
			}
			n = min(n, len(dst)-at)
			fill(dst[at:at+n], int32(v))
			at += n
			continue
		}
		n, err = h.packed(n)
		if err != nil {
			return err
		}
		n = min(n, len(dst)-at)
		if err := h.unpack(dst[at:at+n], limit); err != nil {
			return err
		}
		at += n
	}
	return nil
}

// flags fills dst with values of one bit and says how many are 1.
func (h *hybrid) flags(dst []byte) (ones int, err error) {
	at := 0
	for at < len(dst) {
		n, run, err := h.run()
		if err != nil {
			return 0, err
		}
		if run {
			v, err := h.one()
			if err != nil {
				return 0, err
			}
			if v > 1 {
				return 0, damaged("level %d of 1", v)
			}
			n = min(n, len(dst)-at)
			for i := range dst[at : at+n] {
				dst[at+i] = byte(v)
			}
			ones += n * int(v)
			at += n
			continue
		}
		if n, err = h.packed(n); err != nil {
			return 0, err
		}
		n = min(n, len(dst)-at)
		ones += unpackBits(dst[at:at+n], h.src)
		h.src = h.src[min(len(h.src), (n+7)/8):]
		at += n
	}
	return ones, nil
}

// run reads the header of a run: how many values, and whether they are one value repeated. n counts groups of eight otherwise.
func (h *hybrid) run() (n int, run bool, err error) {
	v, k := binary.Uvarint(h.src)
	if k <= 0 || v > 1<<32 {
		return 0, false, damaged("runs end early")
	}
	h.src = h.src[k:]
	if v>>1 == 0 {
		return 0, false, damaged("a run of no values")
	}
	return int(v >> 1), v&1 == 0, nil
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

// packed is how many values of so many groups there are: writers may cut the last group short.
func (h *hybrid) packed(groups int) (int, error) {
	if h.width == 0 {
		return groups * 8, nil
	}
	n := min(groups*8, len(h.src)*8/int(h.width))
	if n == 0 {
		return 0, damaged("packed values end early")
	}
	return n, nil
}

// unpack fills dst from packed bits, the lowest first, and leaves src behind the groups of eight that it used.
func (h *hybrid) unpack(dst []int32, limit int) error {
	w := h.width
	if w == 0 {
		fill(dst, 0)
		return nil
	}
	src, mask := h.src, uint64(1)<<w-1
	most := uint64(0)
	for i := range dst {
		bit := uint(i) * w
		at := bit >> 3
		var x uint64
		if int(at)+8 <= len(src) {
			x = binary.LittleEndian.Uint64(src[at:])
		} else {
			var tail [8]byte
			copy(tail[:], src[min(int(at), len(src)):])
			x = binary.LittleEndian.Uint64(tail[:])
		}
		v := x >> (bit & 7) & mask
		most = max(most, v)
		dst[i] = int32(v)
	}
	if most >= uint64(limit) && len(dst) > 0 {
		return damaged("code %d of %d", most, limit)
	}
	h.src = src[min(len(src), (len(dst)+7)/8*int(w)):]
	return nil
}

// unpackBits makes a byte of each bit, the lowest first, and counts the ones.
func unpackBits(dst, src []byte) (ones int) {
	for i := range dst {
		v := src[i>>3] >> (i & 7) & 1
		dst[i] = v
		ones += int(v)
	}
	return ones
}

func fill(dst []int32, v int32) {
	for i := range dst {
		dst[i] = v
	}
}
