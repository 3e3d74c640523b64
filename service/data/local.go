package data

import (
	"context"
	"encoding/hex"
	"strconv"
	"sync"
	"sync/atomic"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/storage"
)

// local is the store, and values that it could not write to disk.
type local struct {
	store *storage.Store
	codec codec
	mu    sync.Mutex // of odd values
}

// A place is where a value is here: in the store, or beside it. Whoever has one finds it without a name.
type place struct {
	ref     storage.Ref
	odd     *odd // nil: in the store
	session string
	piece
}

// String is what people read: session, chunk, part.
func (p *place) String() string {
	b := append(append(make([]byte, 0, 96), p.session...), '/')
	b = hex.AppendEncode(b, p.key[:])
	if p.part >= 0 {
		b = strconv.AppendInt(append(b, '/'), int64(p.part), 10)
	}
	return string(b)
}

// An odd value has no form outside this process. It keeps its blocks until it is dropped and its last pin is
// gone.
type odd struct {
	v       any
	blocks  []*mem.Block
	refs    int // pins, and one until it is dropped
	dropped bool
}

// keep stores v at p, which is new.
func (l *local) keep(ctx context.Context, p *place, v any) error {
	if l.codec.plain(v) {
		return l.store.Keep(ctx, &p.ref, p.session, p, box(v))
	}
	o := &odd{v: v, refs: 1}
	seen := map[*mem.Block]bool{}
	op.Blocks(v, func(b *mem.Block) {
		if !seen[b] {
			seen[b] = true
			o.blocks = append(o.blocks, b)
		}
	})
	for _, b := range o.blocks {
		b.Retain()
		b.Settle()
	}
	p.odd = o
	return nil
}

// drop forgets what is at places.
func (l *local) drop(ps ...*place) {
	refs := make([]*storage.Ref, 0, len(ps))
	for _, p := range ps {
		if p.odd == nil {
			refs = append(refs, &p.ref)
			continue
		}
		l.mu.Lock()
		first := !p.odd.dropped
		p.odd.dropped = true
		l.mu.Unlock()
		if first {
			l.unref(p.odd)
		}
	}
	l.store.Drop(refs...)
}

func (l *local) unref(o *odd) {
	l.mu.Lock()
	o.refs--
	last := o.refs == 0
	l.mu.Unlock()
	if !last {
		return
	}
	for _, b := range o.blocks {
		b.Release()
	}
}

// has reports that the value is at p and was not lost.
func (l *local) has(p *place) bool {
	if p.odd == nil {
		return l.store.Has(&p.ref)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return !p.odd.dropped
}

// pin gets the value at p, or with part >= 0 that part of it. What must be read from disk goes to blocks of
// into.
func (l *local) pin(ctx context.Context, p *place, part int32, into mem.Allocator) (*pin, error) {
	if p.odd != nil {
		return l.pinOdd(p, part)
	}
	var x *storage.Pin
	var err error
	if part < 0 {
		x, err = l.store.Pin(ctx, &p.ref, into)
	} else {
		x, err = l.store.PinPart(ctx, &p.ref, int(part), into)
	}
	if err != nil {
		return nil, err
	}
	return &pin{p: x, v: unbox(x.Value())}, nil
}

func (l *local) pinOdd(p *place, part int32) (*pin, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if p.odd.dropped {
		return nil, errs.New(errs.NotFound, "no chunk %s in storage", p)
	}
	v, err := partOf(p.odd.v, part)
	if err != nil {
		return nil, err
	}
	p.odd.refs++
	return &pin{l: l, odd: p.odd, v: v}, nil
}

func partOf(v any, part int32) (any, error) {
	if part < 0 {
		return v, nil
	}
	p, ok := v.(*op.Parts)
	if !ok || int(part) >= len(p.P) {
		return nil, errs.New(errs.Invalid, "part %d of a %T", part, v)
	}
	return p.P[part], nil
}

// A pin is a value that stays until Release.
type pin struct {
	v    any
	p    *storage.Pin
	l    *local
	odd  *odd
	done atomic.Bool
}

// Value is the value. It must not be used after Release.
func (p *pin) Value() any { return p.v }

// Replace keeps v, an equal value, in the place of the value; see storage.Pin. It reports whether it does.
func (p *pin) Replace(v any) bool { return p.p != nil && p.p.Replace(box(v)) }

// Release ends the pin. It may be called again.
func (p *pin) Release() {
	switch {
	case p.p != nil:
		p.p.Release()
	case !p.done.Swap(true):
		p.l.unref(p.odd)
	}
}
