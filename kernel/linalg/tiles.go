package linalg

import (
	"math"
	"unsafe"

	"github.com/mars-project/mars-go/internal/parallel"
	"github.com/mars-project/mars-go/kernel/asm"
	"github.com/mars-project/mars-go/mem"
)

// A grid is a matrix by address: element (i, j) is at p + i*rs + j*cs, in bytes.
type grid struct {
	p      unsafe.Pointer
	rs, cs int
}

func (a grid) at(i, j int) unsafe.Pointer { return unsafe.Add(a.p, i*a.rs+j*a.cs) }

// gridOf is a by address; it panics where an element of a lies outside its data. a is not empty.
func gridOf[T any](a Mat[T]) grid {
	var t T
	lo, hi := a.Off, a.Off
	for _, d := range []int{(a.Rows - 1) * a.RS, (a.Cols - 1) * a.CS} {
		lo, hi = lo+min(d, 0), hi+max(d, 0)
	}
	_, _ = a.Data[lo], a.Data[hi]
	w := int(unsafe.Sizeof(t))
	return grid{unsafe.Pointer(&a.Data[a.Off]), a.RS * w, a.CS * w}
}

// A product is c = alpha*a*b or c += alpha*a*b over register kernels.
type product struct {
	g       *asm.Gemm
	al      mem.Allocator
	m, n, k int
	a, b, c grid
	alpha   uint64
	mode    asm.Mode
}

func productOf[T Num](g *asm.Gemm, al mem.Allocator, alpha float64, a, b Mat[T], beta int, c Mat[T]) product {
	p := product{g: g, al: al, m: c.Rows, n: c.Cols, k: a.Cols, a: gridOf(a), b: gridOf(b), c: gridOf(c), alpha: bitsOf[T](alpha)}
	if beta != 0 {
		p.mode = asm.Add
	}
	return p
}

// A tiled is a product in passes over c.
type tiled struct {
	product
	kc int // inner elements of one pass
}

// Sizes of what is packed, in bytes, by the caches of the cores that matter: 32 KiB and 1 MiB, or more.
var (
	depthBytes = 2 << 10   // of a row of a in one pass: with it a panel of a takes half of the first-level cache
	blockBytes = 512 << 10 // of a block of a, which stays in the second-level cache
	panelBytes = 2 << 20   // of the panels of b, which lie in the third-level one
	nearBytes  = 512 << 10 // of a matrix that is used where it is
)

// kernelsOf is the register kernels for T at a level, or nil.
func kernelsOf[T Num](l asm.Level) *asm.Gemm {
	var t T
	switch any(t).(type) {
	case float64:
		return asm.Float64(l)
	case float32:
		return asm.Float32(l)
	case complex128:
		return asm.Complex128(l)
	}
	return asm.Complex64(l)
}

// bitsOf is a real number as the kernels for T take it.
func bitsOf[T Num](v float64) uint64 {
	var t T
	switch any(t).(type) {
	case float32, complex64:
		return uint64(math.Float32bits(float32(v)))
	}
	return math.Float64bits(v)
}

// gemmTiled is Gemm over register kernels; no dimension is zero.
func gemmTiled[T Num](g *asm.Gemm, al mem.Allocator, par parallel.Func, alpha T, a, b Mat[T], beta int, c Mat[T]) error {
	if c.CS != 1 && c.RS == 1 || c.Rows > 1 && c.Cols == 1 && c.RS == 1 {
		a, b, c = b.T(), a.T(), c.T()
	}
	if c.CS != 1 && c.Cols > 1 {
		return throughRows(c, beta, al, func(w Mat[T]) error { return gemmTiled(g, al, par, alpha, a, b, beta, w) })
	}
	re, im := parts(alpha)
	if im != 0 {
		return scaled(al, alpha, a, func(w Mat[T]) error { return gemmTiled(g, al, par, 1, w, b, beta, c) })
	}
	p := tiled{product: productOf(g, al, re, a, b, beta, c)}
	p.c.cs = g.Size
	if a.Conj {
		p.mode |= asm.ConjA
	}
	if b.Conj {
		p.mode |= asm.ConjB
	}
	p.kc = evenly(p.k, depthBytes/g.Size, 8)
	if par == nil || p.m*p.n*p.k <= alone {
		return p.run()
	}
	return p.share(par)
}

// packsB reports whether b must be packed: it does not lie well, or it is too large to be used where it is.
func (p *tiled) packsB() bool {
	return p.b.cs != p.g.Size && p.n > 1 || p.k*p.n*p.g.Size > nearBytes
}

// evenly is the size of the fewest equal parts of n of at most about limit, rounded up to a multiple of r.
func evenly(n, limit, r int) int {
	parts := (n + limit - 1) / limit
	return roundUp((n+parts-1)/parts, r)
}

// throughRows runs f on a row-major copy of c and brings the result back.
func throughRows[T Num](c Mat[T], beta int, al mem.Allocator, f func(w Mat[T]) error) error {
	buf, free, err := mem.Scratch[T](al, c.Rows*c.Cols)
	if err != nil {
		return err
	}
	defer free()
	w := Dense(buf, c.Rows, c.Cols)
	if beta != 0 {
		move(w, c)
	}
	if err := f(w); err != nil {
		return err
	}
	move(c, w)
	return nil
}

// scaled runs f on a row-major copy of a times alpha.
func scaled[T Num](al mem.Allocator, alpha T, a Mat[T], f func(w Mat[T]) error) error {
	buf, free, err := mem.Scratch[T](al, a.Rows*a.Cols)
	if err != nil {
		return err
	}
	defer free()
	w := Dense(buf, a.Rows, a.Cols)
	move(w, a)
	if w.Conj = a.Conj; a.Conj {
		alpha = conj(alpha)
	}
	scale(alpha, buf)
	return f(w)
}

// run is the product on this goroutine. An operand is packed where it does not lie well, or where it is used
// so often that packing pays: b panel by panel where a is used whole, else as many panels as the cache holds.
func (p *tiled) run() error {
	g, size := p.g, p.g.Size
	kc := min(p.kc, p.k)
	packB := p.packsB()
	packA := p.m*p.k*size > nearBytes || p.a.rs&4095 == 0 && p.m > 1
	nc, mc := p.n, p.m
	var na, nb int
	if packA {
		mc = min(roundUp(p.m, p.g.Rows), evenly(p.m, blockBytes/(kc*size), p.g.Rows))
		na = kc * mc * size
	}
	if packB {
		if nc = p.g.Cols; mc < p.m {
			nc = min(roundUp(p.n, p.g.Cols), evenly(p.n, panelBytes/(kc*size), p.g.Cols))
		}
		nb = kc * nc * size
	}
	var pa, pb unsafe.Pointer
	if na+nb > 0 {
		buf, free, err := mem.Scratch[byte](p.al, na+nb)
		if err != nil {
			return err
		}
		defer free()
		if pb = unsafe.Pointer(&buf[0]); na > 0 { // no address may lie behind its memory: the collector looks at it
			pa = unsafe.Pointer(&buf[nb])
		}
	}
	for k := 0; k < p.k; k += kc {
		d, mode := min(kc, p.k-k), p.mode
		if k > 0 {
			mode |= asm.Add
		}
		for j, w := 0, 0; j < p.n; j += w {
			if w = min(nc, p.n-j); nc == p.g.Cols {
				w = p.width(p.n - j)
			}
			b, bp := grid{p.b.at(k, j), p.b.rs, size}, size
			if packB {
				p.packB(pb, k, j, d, w)
				b, bp = grid{p: pb}, size*d
			}
			for i := 0; i < p.m; i += mc {
				h := min(mc, p.m-i)
				a, ap := grid{p.a.at(i, k), p.a.rs, p.a.cs}, p.g.Rows*p.a.rs
				if packA && j == 0 || mc < p.m {
					p.packA(pa, i, k, h, d)
				}
				if packA {
					a, ap = grid{pa, size, p.g.Rows * size}, p.g.Rows*size*d
				}
				p.block(a, ap, b, bp, grid{p.c.at(i, j), p.c.rs, size}, h, w, d, mode, ahead{!packA && (nc == g.Cols || !packB), k, j})
			}
		}
	}
	return nil
}

// width is the columns of the next tile of those left: all that fit, but so that what remains for the last
// one is no thin rest.
func (p *tiled) width(left int) int { return widthOf(p.g, left) }

func widthOf(g *asm.Gemm, left int) int {
	if left > g.Cols && left <= g.Cols+g.Lanes {
		return g.Cols - g.Lanes
	}
	return min(g.Cols, left)
}

func (p *tiled) packB(to unsafe.Pointer, k, j, d, w int) {
	for l, u := 0, 0; l < w; l += u {
		u = p.width(w - l)
		p.g.Pack(unsafe.Add(to, l*p.g.Size*d), u*p.g.Size, p.b.at(k, j+l), p.b.cs, p.b.rs, u, d)
	}
}

func (p *tiled) packA(to unsafe.Pointer, i, k, h, d int) {
	step := p.g.Rows * p.g.Size
	for l := 0; l < h; l += p.g.Rows {
		p.g.Pack(unsafe.Add(to, l*p.g.Size*d), step, p.a.at(i+l, k), p.a.rs, p.a.cs, min(p.g.Rows, h-l), d)
	}
}

// ahead says whether operands, which lie where they are or are packed panel by panel, are brought nearer
// before they are used, and where a block begins in b.
type ahead struct {
	on   bool
	k, j int
}

// fetch asks, before the tile at row i and the panel at column j of u columns, for what is wanted after it:
// the next rows of a while the first panel goes over all of them, and in parts the next panel of b.
func (p *tiled) fetch(k, d, i, j, u int) {
	g := p.g
	if r := i + g.Rows; j == 0 && r < p.m {
		h := min(g.Rows, p.m-r)
		if p.a.cs == g.Size {
			asm.Fetch(p.a.at(r, k), d*g.Size, h, p.a.rs)
		} else if p.a.rs == g.Size {
			asm.Fetch(p.a.at(r, k), h*g.Size, d, p.a.cs)
		}
	}
	l := j + u
	if l >= p.n {
		return
	}
	u = p.width(p.n - l)
	part, parts := i/g.Rows, (p.m+g.Rows-1)/g.Rows
	if p.b.rs == g.Size {
		if lo, hi := u*part/parts, u*(part+1)/parts; lo < hi {
			asm.Fetch(p.b.at(k, l+lo), d*g.Size, hi-lo, p.b.cs)
		}
	} else if p.b.cs == g.Size {
		if lo, hi := d*part/parts, d*(part+1)/parts; lo < hi {
			asm.Fetch(p.b.at(k+lo, l), u*g.Size, hi-lo, p.b.rs)
		}
	}
}

// block multiplies h x d elements of a with d x w of b; panels of rows of a are ap bytes apart, columns of
// panels of b bp. A packed b has no strides.
func (p *tiled) block(a grid, ap int, b grid, bp int, c grid, h, w, d int, mode asm.Mode, f ahead) {
	g := p.g
	for j, u := 0, 0; j < w; j += u {
		u = p.width(w - j)
		rs := b.rs
		if b.cs == 0 {
			rs = u * g.Size
		}
		y := unsafe.Add(b.p, j*bp)
		for i := 0; i < h; i += g.Rows {
			if f.on {
				p.fetch(f.k, d, i, f.j+j, u)
			}
			g.Tile(min(g.Rows, h-i), u, d, unsafe.Add(a.p, i/g.Rows*ap), a.rs, a.cs, y, rs, c.at(i, j), c.rs, p.alpha, mode)
		}
	}
}
