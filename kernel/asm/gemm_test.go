package asm

import (
	"math"
	"math/rand/v2"
	"testing"
	"unsafe"
)

// kernels are the Gemms that this CPU can run.
func kernels() map[string]*Gemm {
	out := map[string]*Gemm{}
	for _, l := range Levels() {
		if g := Float64(l); g != nil {
			out[l.String()+" float64"] = g
		}
		if g := Float32(l); g != nil {
			out[l.String()+" float32"] = g
		}
	}
	return out
}

// special is values whose sums and products are not what they seem.
var special = []float64{0, math.Copysign(0, -1), 1, -1, math.Inf(1), math.Inf(-1), math.NaN(), 0x1p-149, -0x1p-1074, 0x1p-1030, 0x1p99, -0x1p99, math.MaxFloat64}

// An area is memory of one element type with guards before and behind.
type area struct {
	words []byte
	size  int
}

const guard = 512

func newArea(n, size int) area {
	a := area{make([]byte, n*size+2*guard), size}
	for i := range a.words {
		a.words[i] = 0xa5
	}
	return a
}

func (a area) at(i int) unsafe.Pointer { return unsafe.Pointer(&a.words[guard+i*a.size]) }

func (a area) set(i int, v float64) {
	if a.size == 16 {
		*(*complex128)(a.at(i)) = complex(v, -v)
	} else if a.size == 8 {
		*(*float64)(a.at(i)) = v
	} else {
		*(*float32)(a.at(i)) = float32(v)
	}
}

func (a area) get(i int) float64 {
	if a.size == 16 {
		return real(*(*complex128)(a.at(i)))
	}
	if a.size == 8 {
		return *(*float64)(a.at(i))
	}
	return float64(*(*float32)(a.at(i)))
}

func (a area) intact() bool {
	for i, v := range a.words {
		if (i < guard || i >= len(a.words)-guard) && v != 0xa5 {
			return false
		}
	}
	return true
}

// fma is the fused multiply-add of the element type. That of float32 through float64 is exact but for double
// rounding, which values of a few bits, as the tests use, do not meet.
func (a area) fma(x, y, z float64) float64 {
	if a.size == 8 {
		return math.FMA(x, y, z)
	}
	return float64(float32(x*y + z))
}

func same(x, y float64) bool {
	return x != x && y != y || math.Float64bits(x) == math.Float64bits(y)
}

func TestTileOfEverySize(t *testing.T) {
	for name, g := range kernels() {
		r := rand.New(rand.NewPCG(1, 2))
		draw := func(wild bool) float64 {
			if wild && r.IntN(12) == 0 {
				return special[r.IntN(len(special))]
			}
			return float64(r.IntN(2001)-1000) / 64
		}
		for h := 1; h <= g.Rows; h++ {
			for w := 1; w <= g.Cols; w++ {
				for _, k := range []int{1, 2, 3, 4, 5, 7, 8, 31} {
					for mode := range 4 {
						add, wild := mode&1 != 0, mode&2 != 0
						ars, acs := k+r.IntN(3), 1
						if r.IntN(2) == 0 {
							ars, acs = 1, h+r.IntN(3)
						}
						brs, crs := w+r.IntN(3), w+r.IntN(3)
						alpha := []float64{1, -1, 0.5}[r.IntN(3)]
						a, b, c := newArea((h-1)*ars+(k-1)*acs+1, g.Size), newArea((k-1)*brs+w, g.Size), newArea((h-1)*crs+w, g.Size)
						for _, x := range []area{a, b, c} {
							for i := range (len(x.words) - 2*guard) / x.size {
								x.set(i, draw(wild))
							}
						}
						want := newArea((h-1)*crs+w, g.Size)
						copy(want.words, c.words)
						for i := range h {
							for j := range w {
								s := 0.0
								for p := range k {
									s = a.fma(a.get(i*ars+p*acs), b.get(p*brs+j), s)
								}
								if add {
									want.set(i*crs+j, a.fma(s, alpha, c.get(i*crs+j)))
								} else {
									want.set(i*crs+j, s*alpha)
								}
							}
						}
						bits := math.Float64bits(alpha)
						if g.Size == 4 {
							bits = uint64(math.Float32bits(float32(alpha)))
						}
						z := g.Size
						g.Tile(h, w, k, a.at(0), ars*z, acs*z, b.at(0), brs*z, c.at(0), crs*z, bits, Mode(mode&1))
						for i := range (h-1)*crs + w {
							if x, y := c.get(i), want.get(i); !same(x, y) {
								t.Fatalf("%s: tile %dx%dx%d add %v alpha %v strides %d,%d %d %d: element %d is %v, want %v", name, h, w, k, add, alpha, ars, acs, brs, crs, i, x, y)
							}
						}
						if !c.intact() {
							t.Fatalf("%s: tile %dx%dx%d writes beside its block", name, h, w, k)
						}
					}
				}
			}
		}
	}
}

func TestPack(t *testing.T) {
	all := kernels()
	for _, l := range Levels()[1:] {
		all[l.String()+" complex64"], all[l.String()+" complex128"] = Complex64(l), Complex128(l)
	}
	for name, g := range all {
		for _, width := range []int{1, 2, 3, 4, 5, 7, 8, 9, 11, 12, 15, 16, 23, 24, 25, 47, 48} {
			for _, n := range []int{0, 1, 3, 4, 5, 8, 9, 16, 37} {
				for _, s := range []struct{ across, along, step int }{
					{1, width, width}, {1, width + 3, width + 1}, {n + 1, 1, width}, {n + 2, 1, width + 2}, {2, 2*width + 1, width}, {-1, width + 2, width}, {n, -1, width},
				} {
					lo, hi := min((width-1)*s.across, 0)+min((n-1)*s.along, 0), max((width-1)*s.across, 0)+max((n-1)*s.along, 0)
					src, dst := newArea(hi-lo+1, g.Size), newArea(n*s.step+1, g.Size)
					for i := range hi - lo + 1 {
						src.set(i, float64(i+1))
					}
					want := newArea(n*s.step+1, g.Size)
					for j := range n {
						for i := range width {
							want.set(j*s.step+i, src.get(i*s.across+j*s.along-lo))
						}
					}
					z := g.Size
					g.Pack(dst.at(0), s.step*z, src.at(-lo), s.across*z, s.along*z, width, n)
					if string(dst.words) != string(want.words) {
						t.Fatalf("%s: panel of %d x %d with strides %+v is wrong", name, width, n, s)
					}
				}
			}
		}
	}
}

func TestComplexTileOfEverySize(t *testing.T) {
	for _, l := range Levels()[1:] {
		complexTiles(t, l, Complex128(l), math.Float64bits)
		complexTiles(t, l, Complex64(l), func(v float64) uint64 { return uint64(math.Float32bits(float32(v))) })
	}
}

func complexTiles(t *testing.T, l Level, g *Gemm, bits func(float64) uint64) {
	r := rand.New(rand.NewPCG(3, 4))
	draw := func() float64 { return float64(r.IntN(41) - 20) }
	for h := 1; h <= g.Rows; h++ {
		for w := 1; w <= g.Cols; w++ {
			for _, k := range []int{1, 2, 3, 4, 5, 8, 13} {
				for mode := range Mode(8) {
					ars, acs, brs, crs, alpha := k+r.IntN(3), 1, w+r.IntN(3), w+r.IntN(3), []float64{1, -1, 0.5}[r.IntN(3)]
					if r.IntN(2) == 0 {
						ars, acs = 1, h+r.IntN(3)
					}
					a, b, c := newArea(2*((h-1)*ars+(k-1)*acs+1), g.Size/2), newArea(2*((k-1)*brs+w), g.Size/2), newArea(2*((h-1)*crs+w), g.Size/2)
					for _, x := range []area{a, b, c} {
						for i := range (len(x.words) - 2*guard) / x.size {
							x.set(i, draw())
						}
					}
					at := func(x area, i int, flip bool) complex128 {
						v := complex(x.get(2*i), x.get(2*i+1))
						if flip {
							v = complex(real(v), -imag(v))
						}
						return v
					}
					want := newArea(2*((h-1)*crs+w), g.Size/2)
					copy(want.words, c.words)
					for i := range h {
						for j := range w {
							var s complex128
							for p := range k {
								s += at(a, i*ars+p*acs, mode&ConjA != 0) * at(b, p*brs+j, mode&ConjB != 0)
							}
							s = complex(real(s)*alpha, imag(s)*alpha)
							if mode&Add != 0 {
								s += at(c, i*crs+j, false)
							}
							want.set(2*(i*crs+j), real(s))
							want.set(2*(i*crs+j)+1, imag(s))
						}
					}
					z := g.Size
					g.Tile(h, w, k, a.at(0), ars*z, acs*z, b.at(0), brs*z, c.at(0), crs*z, bits(alpha), mode)
					for i := range 2 * ((h-1)*crs + w) {
						if x, y := c.get(i), want.get(i); x != y {
							t.Fatalf("%v: %d bytes: tile %dx%dx%d mode %d alpha %v strides %d,%d %d %d: part %d is %v, want %v", l, z, h, w, k, mode, alpha, ars, acs, brs, crs, i, x, y)
						}
					}
					if !c.intact() {
						t.Fatalf("%v: %d bytes: tile %dx%dx%d writes beside its block", l, z, h, w, k)
					}
				}
			}
		}
	}
}
