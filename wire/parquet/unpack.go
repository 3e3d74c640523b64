package parquet

import "encoding/binary"

// block is how many packed numbers are unpacked at once: they stay in the first cache. A multiple of 8.
const block = 512

// unpack fills dst from numbers of w bits, the lowest first. Bytes that src lacks are zero.
func unpack(dst []uint32, src []byte, w uint) {
	i := 0
	switch {
	case w == 0:
		clear(dst)
		return
	case w <= 8:
		for ; i+8 <= len(dst) && len(src) >= 8; i += 8 {
			x, d := binary.LittleEndian.Uint64(src), (*[8]uint32)(dst[i:])
			src = src[w:]
			eight(d, x, w)
		}
	case w <= 16:
		half, odd := w/2, w&1*4
		for ; i+8 <= len(dst) && len(src) >= 16; i += 8 {
			x, y, d := binary.LittleEndian.Uint64(src), binary.LittleEndian.Uint64(src[half:])>>odd, (*[8]uint32)(dst[i:])
			src = src[w:]
			four((*[4]uint32)(d[:4]), x, w)
			four((*[4]uint32)(d[4:]), y, w)
		}
	default:
		i = singles(dst, src, w)
		src = src[min(len(src), i/8*int(w)):]
	}
	lastOf(dst[i:], src, w)
}

// eight takes 8 numbers of at most 8 bits. Written out, they do not wait for each other.
func eight(d *[8]uint32, x uint64, w uint) {
	m := uint32(1)<<(w&31) - 1
	d[0] = uint32(x) & m
	d[1] = uint32(x>>(w&63)) & m
	d[2] = uint32(x>>(2*w&63)) & m
	d[3] = uint32(x>>(3*w&63)) & m
	d[4] = uint32(x>>(4*w&63)) & m
	d[5] = uint32(x>>(5*w&63)) & m
	d[6] = uint32(x>>(6*w&63)) & m
	d[7] = uint32(x>>(7*w&63)) & m
}

// four takes 4 numbers of at most 16 bits.
func four(d *[4]uint32, x uint64, w uint) {
	m := uint32(1)<<(w&31) - 1
	d[0] = uint32(x) & m
	d[1] = uint32(x>>(w&63)) & m
	d[2] = uint32(x>>(2*w&63)) & m
	d[3] = uint32(x>>(3*w&63)) & m
}

// singles takes whole groups of 8 numbers of at most 32 bits, one load each, and says how many numbers those
// are.
func singles(dst []uint32, src []byte, w uint) (n int) {
	mask := uint64(1)<<w - 1
	for ; n+8 <= len(dst) && len(src) >= int(w)+8; n += 8 {
		d := (*[8]uint32)(dst[n:])
		for k := range d {
			bit := uint(k) * w
			d[k] = uint32(binary.LittleEndian.Uint64(src[bit>>3:]) >> (bit & 7) & mask)
		}
		src = src[w:]
	}
	return n
}
