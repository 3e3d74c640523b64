package asm

import "unsafe"

var gemms = [...]Gemm{
	{
		Rows: 4, Cols: 12, Lanes: 4, Size: 8, parts: 1, full: tile256d, words: &words{wide: copyRows96, bytes: 96, turn: transpose256d, rows: 4},
		edge: [][3]tileFunc{
			{tile256d1x1, tile256d1x2, tile256d1x3},
			{tile256d2x1, tile256d2x2, tile256d2x3},
			{tile256d3x1, tile256d3x2, tile256d3x3},
			{tile256d4x1, tile256d4x2, tile256d4x3},
		},
	},
	{
		Rows: 4, Cols: 24, Lanes: 8, Size: 4, parts: 1, full: tile256s, words: &words{wide: copyRows96, bytes: 96, turn: transpose256s, rows: 8},
		edge: [][3]tileFunc{
			{tile256s1x1, tile256s1x2, tile256s1x3},
			{tile256s2x1, tile256s2x2, tile256s2x3},
			{tile256s3x1, tile256s3x2, tile256s3x3},
			{tile256s4x1, tile256s4x2, tile256s4x3},
		},
	},
	{
		Rows: 8, Cols: 24, Lanes: 8, Size: 8, parts: 1, full: tile512d, words: &words{wide: copyRows192, bytes: 192, turn: transpose512d, rows: 8},
		edge: [][3]tileFunc{
			{tile512d1x1, tile512d1x2, tile512d1x3},
			{tile512d2x1, tile512d2x2, tile512d2x3},
			{tile512d3x1, tile512d3x2, tile512d3x3},
			{tile512d4x1, tile512d4x2, tile512d4x3},
			{tile512d5x1, tile512d5x2, tile512d5x3},
			{tile512d6x1, tile512d6x2, tile512d6x3},
			{tile512d7x1, tile512d7x2, tile512d7x3},
			{tile512d8x1, tile512d8x2, tile512d8x3},
		},
	},
	{
		Rows: 8, Cols: 48, Lanes: 16, Size: 4, parts: 1, full: tile512s, words: &words{wide: copyRows192, bytes: 192, turn: transpose256s, rows: 8},
		edge: [][3]tileFunc{
			{tile512s1x1, tile512s1x2, tile512s1x3},
			{tile512s2x1, tile512s2x2, tile512s2x3},
			{tile512s3x1, tile512s3x2, tile512s3x3},
			{tile512s4x1, tile512s4x2, tile512s4x3},
			{tile512s5x1, tile512s5x2, tile512s5x3},
			{tile512s6x1, tile512s6x2, tile512s6x3},
			{tile512s7x1, tile512s7x2, tile512s7x3},
			{tile512s8x1, tile512s8x2, tile512s8x3},
		},
	},
}

var complexes = [...]Gemm{
	{
		Rows: 2, Cols: 6, Lanes: 2, Size: 16, parts: 2, full: tile256z, words: &words{wide: copyRows96, bytes: 96},
		edge: [][3]tileFunc{
			{tile256z1x1, tile256z1x2, tile256z1x3},
			{tile256z2x1, tile256z2x2, tile256z2x3},
		},
	},
	{
		Rows: 2, Cols: 12, Lanes: 4, Size: 8, parts: 2, full: tile256c, words: &words{wide: copyRows96, bytes: 96, turn: transpose256d, rows: 4},
		edge: [][3]tileFunc{
			{tile256c1x1, tile256c1x2, tile256c1x3},
			{tile256c2x1, tile256c2x2, tile256c2x3},
		},
	},
	{
		Rows: 4, Cols: 12, Lanes: 4, Size: 16, parts: 2, full: tile512z, words: &words{wide: copyRows192, bytes: 192},
		edge: [][3]tileFunc{
			{tile512z1x1, tile512z1x2, tile512z1x3},
			{tile512z2x1, tile512z2x2, tile512z2x3},
			{tile512z3x1, tile512z3x2, tile512z3x3},
			{tile512z4x1, tile512z4x2, tile512z4x3},
		},
	},
	{
		Rows: 4, Cols: 24, Lanes: 8, Size: 8, parts: 2, full: tile512c, words: &words{wide: copyRows192, bytes: 192, turn: transpose256d, rows: 4},
		edge: [][3]tileFunc{
			{tile512c1x1, tile512c1x2, tile512c1x3},
			{tile512c2x1, tile512c2x2, tile512c2x3},
			{tile512c3x1, tile512c3x2, tile512c3x3},
			{tile512c4x1, tile512c4x2, tile512c4x3},
		},
	},
}

func complexOf(l Level, size int) *Gemm {
	switch {
	case l == AVX2 && size == 16:
		return &complexes[0]
	case l == AVX2 && size == 8:
		return &complexes[1]
	case l == AVX512 && size == 16:
		return &complexes[2]
	case l == AVX512 && size == 8:
		return &complexes[3]
	}
	return nil
}

func gemmOf(l Level, size int) *Gemm {
	switch {
	case l == AVX2 && size == 8:
		return &gemms[0]
	case l == AVX2 && size == 4:
		return &gemms[1]
	case l == AVX512 && size == 8:
		return &gemms[2]
	case l == AVX512 && size == 4:
		return &gemms[3]
	}
	return nil
}

// philoxRun is the most counters of one call of a kernel: some tens of microseconds.
const philoxRun = 1 << 13

// fill does n counters at most and returns how many it did.
func (p Philox) fill(l Level, out unsafe.Pointer, n, as int) int {
	if l == Portable {
		return 0
	}
	if n &^= 3; l == AVX512 {
		n &^= 7
	}
	for i := 0; i < n; i += philoxRun {
		q, m, c := (*byte)(unsafe.Add(out, 16*i)), min(philoxRun, n-i), p.Counter+uint64(i)
		switch {
		case l == AVX512 && as == philoxWords:
			philox512Words(q, c, p.Key, p.High, m)
		case l == AVX512 && as == philoxDoubles:
			philox512Doubles(q, c, p.Key, p.High, m)
		case l == AVX512:
			philox512Floats(q, c, p.Key, p.High, m)
		case as == philoxWords:
			philox256Words(q, c, p.Key, p.High, m)
		case as == philoxDoubles:
			philox256Doubles(q, c, p.Key, p.High, m)
		default:
			philox256Floats(q, c, p.Key, p.High, m)
		}
	}
	return n
}

func secularOf(l Level) *Secular {
	switch l {
	case AVX2:
		return &seculars[0]
	case AVX512:
		return &seculars[1]
	}
	return nil
}

func (s *Secular) sums(n int, z, pole *float64, t float64, out *float64) {
	if s.wide {
		poleSums512d(n, z, pole, t, out)
	} else {
		poleSums256d(n, z, pole, t, out)
	}
}

func (s *Secular) ratios(squared bool, n int, w, q, d *float64, at float64) {
	switch {
	case s.wide && squared:
		squareRatios512d(n, w, q, d, at)
	case s.wide:
		gapRatios512d(n, w, q, d, at)
	case squared:
		squareRatios256d(n, w, q, d, at)
	default:
		gapRatios256d(n, w, q, d, at)
	}
}

func (s *Secular) quotients(n int, q, z, d, out *float64) {
	if s.wide {
		quotients512d(n, q, z, d, out)
	} else {
		quotients256d(n, q, z, d, out)
	}
}

func fetchLines(p *byte, lines, rows, stride int) { fetch(p, lines, rows, stride) }
