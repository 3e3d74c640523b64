package data

import (
	"context"
	"sync"
	"sync/atomic"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/storage"
)

// local is what is here, by storage key: the store, and beside it values that the store could not write to disk.
type local struct {
	store *storage.Store
	codec codec

	mu  sync.Mutex
	odd map[string]*odd
}

// An odd value has no form outside this process. It keeps its blocks until it is dropped and its last pin is gone.
type odd struct {
	v      any
	blocks []*mem.Block
	refs   int // pins, and one until it is dropped
}

// keep stores v under key, unless something is there.
func (l *local) keep(ctx context.Context, key string, v any) error {
	if l.codec.plain(v) {
		return l.store.Put(ctx, key, box(v))
	}
	o := &odd{v: v, refs: 1}
	seen := map[*mem.Block]bool{}
	op.Blocks(v, func(b *mem.Block) {
		if !seen[b] {
			seen[b] = true
			o.blocks = append(o.blocks, b)
		}
	})
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.odd[key] != nil {
		return nil
	}
	for _, b := range o.blocks {
		b.Retain()
		b.Settle()
	}
	if l.odd == nil {
		l.odd = map[string]*odd{}
	}
	l.odd[key] = o
	return nil
}

// drop forgets key.
func (l *local) drop(key string) {
	l.mu.Lock()
	o := l.odd[key]
	delete(l.odd, key)
	l.mu.Unlock()
	if o != nil {
		l.unref(o)
		return
	}
	l.store.Delete(key)
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

// has reports that a value is under key and was not lost.
func (l *local) has(key string) bool {
	l.mu.Lock()
	o := l.odd[key]
	l.mu.Unlock()
	if o != nil {
		return true
	}
	i, ok := l.store.Info(key)
	return ok && i.Level != storage.Gone
}

// pin gets the value under key, or with part >= 0 that part of it. What must be read from disk goes to blocks of into.
func (l *local) pin(ctx context.Context, key string, part int32, into mem.Allocator) (*pin, error) {
	l.mu.Lock()
	if o := l.odd[key]; o != nil {
		defer l.mu.Unlock()
		v, err := partOf(o.v, part)
		if err != nil {
			return nil, err
		}
		o.refs++
		return &pin{l: l, odd: o, v: v}, nil
	}
	l.mu.Unlock()
	var p *storage.Pin
	var err error
	if part < 0 {
		p, err = l.store.GetWith(ctx, key, into)
	} else {
		p, err = l.store.GetPart(ctx, key, int(part), into)
	}
	if err != nil {
		return nil, err
	}
	return &pin{p: p, v: unbox(p.Value())}, nil
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

// Release ends the pin. It may be called again.
func (p *pin) Release() {
	switch {
	case p.p != nil:
		p.p.Release()
	case !p.done.Swap(true):
		p.l.unref(p.odd)
	}
}
