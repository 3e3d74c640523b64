package plane

import (
	"context"
	"io"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/service/data"
)

// LocalOptions of NewLocal. The zero value of a field means its default.
type LocalOptions struct {
	// MaxUpload is the most bytes of one upload. The default is 1 GiB.
	MaxUpload int64
}

// DefaultMaxUpload is the most bytes of one upload, unless it is set.
const DefaultMaxUpload = 1 << 30

// Local is the Parts of workers in this process.
type Local struct {
	find func(service.Band) (service.DataService, bool)
	o    LocalOptions
}

// NewLocal makes Parts over the data services that find knows.
func NewLocal(find func(service.Band) (service.DataService, bool), o LocalOptions) *Local {
	if o.MaxUpload <= 0 {
		o.MaxUpload = DefaultMaxUpload
	}
	return &Local{find, o}
}

var _ Parts = (*Local)(nil)

// Open is that of Parts.
func (l *Local) Open(ctx context.Context, session string, c service.ChunkMeta, sel Select, format string) (*Body, error) {
	var away error
	for _, b := range c.Bands {
		d, ok := l.find(b)
		if !ok {
			away = errs.New(errs.Unavailable, "worker %s cannot be reached", b.Node)
			continue
		}
		body, err := l.open(ctx, d, session, c.Key, sel, format)
		switch errs.KindOf(err) {
		case errs.NotFound, errs.Lost:
			continue
		case errs.Unavailable:
			away = err
			continue
		}
		return body, err
	}
	return nil, nowhere(c.Key, away)
}

// nowhere is the error for a chunk that no band had; away says that one of them could not be asked.
func nowhere(k op.Key, away error) error {
	if away != nil {
		return errs.Wrap(errs.Unavailable, away, "chunk %s", k.Short())
	}
	e := &service.LostError{Keys: []op.Key{k}}
	return &errs.Error{Kind: errs.Lost, Msg: e.Error(), Err: e}
}

// open is the body of a chunk that d has. The memory to make its bytes is had before the first of them is
// sent: at once, or by waiting without the chunk.
func (l *Local) open(ctx context.Context, d service.DataService, session string, k op.Key, sel Select, format string) (*Body, error) {
	p, err := d.Get(ctx, session, k)
	if err != nil {
		return nil, err
	}
	s, ok := d.(*data.Service)
	need := workOf(p.Value(), sel)
	if !ok || need == 0 {
		return l.body(p, memoryOf(d), p.Release, sel, format)
	}
	g, err := s.Store().Pool().Reserve(need)
	if err == nil {
		return l.body(p, g, func() { p.Release(); g.Close() }, sel, format)
	}
	p.Release()
	h, err := s.Hold(ctx, session, k, need)
	if err != nil {
		return nil, err
	}
	return l.body(h, h, h.Release, sel, format)
}

// body is that of a pinned chunk; end unpins it.
func (l *Local) body(p service.Pinned, al mem.Allocator, end func(), sel Select, format string) (_ *Body, err error) {
	sc := mem.NewScope(al)
	closed := func() {
		sc.Close()
		end()
	}
	defer func() {
		if err != nil {
			closed()
		}
	}()
	v, err := cut(p.Value(), sel, sc)
	if err != nil {
		return nil, err
	}
	b, err := bodyOf(v, format, al)
	if err != nil {
		return nil, err
	}
	b.close = closed
	return b, nil
}

// memoryOf is what a data service's own memory comes from.
func memoryOf(d service.DataService) mem.Allocator {
	if s, ok := d.(*data.Service); ok {
		return s.Store().Pool()
	}
	return mem.Heap
}

// Write is that of Parts.
func (l *Local) Write(ctx context.Context, session string, u Upload, r io.Reader) (service.ChunkMeta, error) {
	d, ok := l.find(u.Band)
	if !ok {
		return service.ChunkMeta{}, errs.New(errs.Unavailable, "worker %s cannot be reached", u.Band.Node)
	}
	f, err := store(ctx, d, session, u, r, l.o.MaxUpload)
	return service.ChunkMeta{Facts: f, Bands: []service.Band{u.Band}}, err
}

// Copy is that of Parts.
func (l *Local) Copy(ctx context.Context, session string, c service.ChunkMeta, to service.Band) (service.ChunkMeta, error) {
	d, ok := l.find(to)
	if !ok {
		return service.ChunkMeta{}, errs.New(errs.Unavailable, "worker %s cannot be reached", to.Node)
	}
	if err := d.Fetch(ctx, session, []service.Source{{Key: c.Key, Bytes: c.Bytes, Bands: c.Bands}}, memoryOf(d)); err != nil {
		return service.ChunkMeta{}, err
	}
	return l.Stat(ctx, session, c.Key, to)
}

// Stat is that of Parts.
func (l *Local) Stat(ctx context.Context, session string, k op.Key, on service.Band) (service.ChunkMeta, error) {
	d, ok := l.find(on)
	if !ok {
		return service.ChunkMeta{}, errs.New(errs.Unavailable, "worker %s cannot be reached", on.Node)
	}
	f, err := factsOf(ctx, d, session, k)
	return service.ChunkMeta{Facts: f, Bands: []service.Band{on}}, err
}

func factsOf(ctx context.Context, d service.DataService, session string, k op.Key) (service.Facts, error) {
	if s, ok := d.(*data.Service); ok {
		f, ok := s.Facts(session, k)
		if !ok {
			return f, errs.New(errs.NotFound, "no chunk %s in storage", k)
		}
		return f, nil
	}
	p, err := d.Get(ctx, session, k)
	if err != nil {
		return service.Facts{}, err
	}
	defer p.Release()
	return service.Facts{Key: k, Facts: op.Observe(p.Value())}, nil
}
