package parquet

import "encoding/binary"

// deltas fills dst from DELTA_BINARY_PACKED and gives what follows in src. Integers of 32 bits wrap as 64-bit
// ones whose low half is right. https://parquet.apache.org/docs/file-format/data-pages/encodings/#DELTAENC
func deltas(dst []int64, src []byte) (rest []byte, err error) {
	n := len(dst)
	d := deltaReader{src: src}
	block, minis, total := d.uvarint(), d.uvarint(), d.uvarint()
	v := d.varint()
	if d.bad || total != uint64(n) || minis == 0 || minis > 1<<16 || block > 1<<24 || block%minis != 0 || block/minis%8 != 0 || block == 0 {
		return nil, damaged("deltas of %d values in blocks of %d by %d, not of %d", total, block, minis, n)
	}
	if n == 0 {
		return d.src, nil
	}
	dst[0] = v
	per := int(block / minis)
	for at := 1; at < n; {
		least := d.varint()
		if d.bad || len(d.src) < int(minis) {
			return nil, damaged("deltas end early")
		}
		widths := d.src[:minis]
		d.src = d.src[minis:]
		for _, w := range widths {
			if at >= n {
				break // padding
			}
			if w > 64 {
				return nil, damaged("deltas of %d bits", w)
			}
			k := min(per, n-at)
			bytes := per / 8 * int(w)
			if need := (k*int(w) + 7) / 8; len(d.src) < need {
				return nil, damaged("deltas end early")
			}
			v = sums(dst[at:at+k], d.src, uint(w), least, v)
			d.src = d.src[min(bytes, len(d.src)):]
			at += k
		}
	}
	return d.src, nil
}

// sums adds packed differences up.
func sums(dst []int64, src []byte, w uint, least, v int64) int64 {
	mask := ^uint64(0)
	if w < 64 {
		mask = 1<<w - 1
	}
	for i := range dst {
		bit := uint(i) * w
		at, s := int(bit>>3), bit&7
		x := load(src, at) >> s
		if s+w > 64 {
			x |= uint64(src[at+8]) << (64 - s)
		}
		v += least + int64(x&mask)
		dst[i] = v
	}
	return v
}

// load is 8 bytes from at on; those beyond the end are zero.
func load(src []byte, at int) uint64 {
	if at+8 <= len(src) {
		return binary.LittleEndian.Uint64(src[at:])
	}
	var tail [8]byte
	copy(tail[:], src[min(at, len(src)):])
	return binary.LittleEndian.Uint64(tail[:])
}

type deltaReader struct {
	src []byte
	bad bool
}

func (d *deltaReader) uvarint() uint64 {
	v, k := binary.Uvarint(d.src)
	if k <= 0 {
		d.bad = true
		return 0
	}
	d.src = d.src[k:]
	return v
}

func (d *deltaReader) varint() int64 {
	v, k := binary.Varint(d.src)
	if k <= 0 {
		d.bad = true
		return 0
	}
	d.src = d.src[k:]
	return v
}
