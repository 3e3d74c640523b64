package linalg

import (
	"unsafe"

	"github.com/mars-project/mars-go/internal/parallel"
	"github.com/mars-project/mars-go/kernel/asm"
	"github.com/mars-project/mars-go/mem"
)

// Rows and columns of c that are one task of several, and the columns of b that are packed at once.
const (
	taskRows = 256
	taskCols = 1024
	manyCols = 8 * taskCols
	alone    = 1 << 21 // multiply-adds of a product that is one task
)

// share is run with helpers. Where b must be packed, that is done once, by all, for all rows; else tasks are
// blocks of c.
func (p *tiled) share(par parallel.Func) error {
	if !p.packsB() || p.m <= taskRows {
		h, w := evenly(p.m, taskRows, p.g.Rows), evenly(p.n, taskCols, p.g.Cols)
		cols := (p.n + w - 1) / w
		return par.Each((p.m+h-1)/h*cols, func(i int) error {
			q, r, s := *p, i/cols*h, i%cols*w
			q.m, q.n = min(h, p.m-r), min(w, p.n-s)
			q.a.p, q.b.p, q.c.p = p.a.at(r, 0), p.b.at(0, s), p.c.at(r, s)
			return q.run()
		})
	}
	kc, nc := min(p.kc, p.k), evenly(p.n, manyCols, p.g.Cols)
	buf, free, err := mem.Scratch[byte](p.al, kc*min(nc, roundUp(p.n, p.g.Cols))*p.g.Size)
	if err != nil {
		return err
	}
	defer free()
	for j := 0; j < p.n; j += nc {
		for k := 0; k < p.k; k += kc {
			if err := p.pass(par, unsafe.Pointer(&buf[0]), k, j, min(kc, p.k-k), min(nc, p.n-j)); err != nil {
				return err
			}
		}
	}
	return nil
}

// pass adds the products of d inner elements from k on to w columns from j on. pb has room for that part of
// b.
func (p *tiled) pass(par parallel.Func, pb unsafe.Pointer, k, j, d, w int) error {
	g := p.g
	wide, tall := evenly(w, taskCols, g.Cols), evenly(p.m, taskRows, g.Rows)
	groups, blocks := (w+wide-1)/wide, (p.m+tall-1)/tall
	at := func(i int) (b unsafe.Pointer, l, cols int) { // group i of panels of b
		return unsafe.Add(pb, i*wide*g.Size*d), i * wide, min(wide, w-i*wide)
	}
	if err := par.Each(groups, func(i int) error {
		b, l, cols := at(i)
		p.packB(b, k, j+l, d, cols)
		return nil
	}); err != nil {
		return err
	}
	mode := p.mode
	if k > 0 {
		mode |= asm.Add
	}
	return par.Each(groups*blocks, func(t int) error {
		b, l, cols := at(t % groups)
		i := t / groups * tall
		h := min(tall, p.m-i)
		buf, free, err := mem.Scratch[byte](p.al, roundUp(h, g.Rows)*d*g.Size)
		if err != nil {
			return err
		}
		defer free()
		pa := unsafe.Pointer(&buf[0])
		p.packA(pa, i, k, h, d)
		p.block(grid{pa, g.Size, g.Rows * g.Size}, g.Rows*g.Size*d, grid{p: b}, g.Size*d, grid{p.c.at(i, j+l), p.c.rs, g.Size}, h, cols, d, mode, ahead{})
		return nil
	})
}
