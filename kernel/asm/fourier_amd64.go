package asm

var ffts = [...]FFT{
	{Size: 8, Most: 4, bytes: 32},
	{Size: 8, Most: 8, Join: true, bytes: 64},
	{Size: 4, Most: 4, bytes: 32},
}

func fftOf(l Level, size int) *FFT {
	switch {
	case l == Portable:
		return nil
	case size == 4:
		return &ffts[2]
	case l == AVX512:
		return &ffts[1]
	}
	return &ffts[0]
}

func (f *FFT) pass(r int, xr, xi, yr, yi, turns *byte, rows, width, stride, apart int) {
	switch {
	case f.bytes == 64:
		switch r {
		case 2:
			fft512d2(xr, xi, yr, yi, turns, rows, width, stride, apart)
		case 3:
			fft512d3(xr, xi, yr, yi, turns, rows, width, stride, apart)
		case 4:
			fft512d4(xr, xi, yr, yi, turns, rows, width, stride, apart)
		case 5:
			fft512d5(xr, xi, yr, yi, turns, rows, width, stride, apart)
		default:
			fft512d8(xr, xi, yr, yi, turns, rows, width, stride, apart)
		}
	case f.Size == 8:
		switch r {
		case 2:
			fft256d2(xr, xi, yr, yi, turns, rows, width, stride, apart)
		case 3:
			fft256d3(xr, xi, yr, yi, turns, rows, width, stride, apart)
		default:
			fft256d4(xr, xi, yr, yi, turns, rows, width, stride, apart)
		}
	default:
		switch r {
		case 2:
			fft256s2(xr, xi, yr, yi, turns, rows, width, stride, apart)
		case 3:
			fft256s3(xr, xi, yr, yi, turns, rows, width, stride, apart)
		default:
			fft256s4(xr, xi, yr, yi, turns, rows, width, stride, apart)
		}
	}
}

func (f *FFT) join(xr, xi, yr, yi, turns *byte, rows, stride int) {
	fftJoin512d(xr, xi, yr, yi, turns, rows, stride)
}

func (f *FFT) apart(re, im, from *byte, rows, stride int) {
	fftApart512d(re, im, from, rows, stride)
}

func (f *FFT) together(to, re, im *byte, rows, stride int, factor float64) {
	fftTogether512d(to, re, im, rows, stride, factor)
}

func (f *FFT) turn(xr, xi, yr, yi, far, near *byte, rows, stride int) {
	fftTurn512d(xr, xi, yr, yi, far, near, rows, stride)
}

func (f *FFT) halves(zr, zi, mr, mi, y, my, far, near *byte, rows int, half float64) {
	fftHalves512d(zr, zi, mr, mi, y, my, far, near, rows, half)
}
