package data

import (
	"context"
	"sync"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
)

// Fetch brings values here; see service.DataService. Parts stay until their value is deleted.
func (s *Service) Fetch(ctx context.Context, session string, from []service.Source, into mem.Allocator) error {
	b := &brought{s: s, session: session}
	defer b.release()
	if err := b.bring(ctx, from, into); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, p := range b.parts {
		if l := s.session(session).lent[p]; l != nil {
			l.stays = true
		}
	}
	return nil
}

// brought is what one call of Bring brought, or found here.
type brought struct {
	s       *Service
	session string
	parts   []piece         // of which it is a user
	copies  []service.Facts // that came whole
}

// release gives up parts that were brought alone; they go with their last user.
func (b *brought) release() {
	var gone []*place
	b.s.mu.Lock()
	if x := b.s.sessions[b.session]; x != nil {
		for _, p := range b.parts {
			l := x.lent[p]
			if l == nil {
				continue
			}
			if l.users--; l.users == 0 && !l.stays {
				delete(x.lent, p)
				gone = append(gone, l.at)
			}
		}
	}
	b.parts = nil
	b.s.mu.Unlock()
	b.s.local.drop(gone...)
}

// want is a piece that is not here yet.
type want struct {
	piece
	bands []service.Band
	done  chan struct{} // to be closed by who fetches it
}

// Bring fetches what is not here. Parts stay until release, which must be called once; whole values stay
// until they are deleted. copies are the whole values that are new here, also after an error.
//
// Outcomes: 1. All is here. 2. Lost: no band has some of it, see service.LostError. 3. Unavailable: a band
// cannot be reached, and no other has the value. 4. Pressure, OutOfMemory: no room. 5. Canceled. In 2 to 5
// release does nothing.
func (s *Service) Bring(ctx context.Context, session string, from []service.Source, into mem.Allocator) (copies []service.Facts, release func(), err error) {
	b := &brought{s: s, session: session}
	if err := b.bring(ctx, from, into); err != nil {
		b.release()
		return b.copies, func() {}, err
	}
	return b.copies, b.release, nil
}

func (b *brought) bring(ctx context.Context, from []service.Source, into mem.Allocator) error {
	s := b.s
	if into == nil {
		into = s.opts.Store.Pool()
	}
	var todo []want
	for _, f := range from {
		if f.Parts == nil {
			todo = append(todo, want{piece{f.Key, -1}, f.Bands, nil})
		}
		for _, j := range f.Parts {
			todo = append(todo, want{piece{f.Key, j}, f.Bands, nil})
		}
	}
	for len(todo) > 0 {
		mine, wait, later := s.claim(b, todo)
		err := s.fetch(ctx, b, mine, into)
		if err == nil && wait != nil {
			select {
			case <-wait:
			case <-ctx.Done():
				err = errs.Wrap(errs.Canceled, context.Cause(ctx), "wait for chunks that are being fetched")
			}
		}
		if err != nil {
			return err
		}
		todo = later
	}
	return nil
}

// claim sorts out what is here, what b has to fetch itself, and what somebody fetches already: later, one of
// them ends with wait.
func (s *Service) claim(b *brought, todo []want) (mine []want, wait chan struct{}, later []want) {
	s.mu.Lock()
	defer s.mu.Unlock()
	x := s.session(b.session)
	for _, w := range todo {
		switch f := x.flights[w.piece]; {
		case s.here(b, x, w.piece):
		case f != nil:
			wait, later = f, append(later, w)
		default:
			w.done = make(chan struct{})
			x.flights[w.piece] = w.done
			mine = append(mine, w)
		}
	}
	return mine, wait, later
}

// here takes what is here for b. s.mu is held.
func (s *Service) here(b *brought, x *session, p piece) bool {
	if k := x.chunks[p.key]; k != nil && s.local.has(&k.at) {
		return true
	}
	l := x.lent[p]
	if l == nil {
		return false
	}
	if !s.local.has(l.at) { // lost with its file
		return false
	}
	l.users++
	b.parts = append(b.parts, p)
	return true
}

// fetch brings wants, each from the first of its bands that has it, all bands of a round at the same time.
func (s *Service) fetch(ctx context.Context, b *brought, wants []want, into mem.Allocator) error {
	if len(wants) == 0 {
		return nil
	}
	defer func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		x := s.session(b.session)
		for _, w := range wants {
			close(w.done)
			if x.flights[w.piece] == w.done {
				delete(x.flights, w.piece)
			}
		}
	}()
	var away error
	left := wants
	for round := 0; len(left) > 0; round++ {
		byNode, none := s.group(left, round)
		if len(byNode) == 0 {
			return missing(none, away)
		}
		missed, unreachable, err := s.round(ctx, b, byNode, into)
		if err != nil {
			return err
		}
		if unreachable != nil {
			away = unreachable
		}
		left = append(missed, none...)
	}
	return nil
}

// missing is the error for what no band had; when a band could not be reached it may still be there.
func missing(ws []want, away error) error {
	if away != nil {
		return errs.Wrap(errs.Unavailable, away, "fetch %d chunks", len(ws))
	}
	l := &service.LostError{}
	seen := map[op.Key]bool{}
	for _, w := range ws {
		if !seen[w.key] {
			seen[w.key] = true
			l.Keys = append(l.Keys, w.key)
		}
	}
	return &errs.Error{Kind: errs.Lost, Msg: l.Error(), Err: l}
}

// group sorts wants by the node to ask in this round. Wants start at different bands, so that copies share
// the load.
func (s *Service) group(ws []want, round int) (byNode map[string][]want, none []want) {
	byNode = map[string][]want{}
	for _, w := range ws {
		node, n := "", 0
		for i := range w.bands {
			if w.bands[i].Node != s.opts.Node {
				n++
			}
		}
		if round < n {
			k := (round + int(w.key[0])) % n
			for i := range w.bands {
				if w.bands[i].Node == s.opts.Node {
					continue
				}
				if k == 0 {
					node = w.bands[i].Node
					break
				}
				k--
			}
		}
		if node == "" {
			none = append(none, w)
			continue
		}
		byNode[node] = append(byNode[node], w)
	}
	return byNode, none
}

// round asks every node once. missed is what did not come.
func (s *Service) round(ctx context.Context, b *brought, byNode map[string][]want, into mem.Allocator) (missed []want, away, err error) {
	if s.opts.Transfer == nil {
		return nil, nil, errs.New(errs.Unavailable, "worker %s has no way to fetch from others", s.opts.Node)
	}
	var mu sync.Mutex
	var wg sync.WaitGroup
	one := func(node string, ws []want) {
		m, e := s.from(ctx, b, node, ws, into, &mu)
		mu.Lock()
		defer mu.Unlock()
		missed = append(missed, m...)
		switch {
		case e == nil:
		case errs.Is(e, errs.Unavailable):
			away = errs.From(e, node)
		case err == nil:
			err = e
		}
	}
	n := 0
	for node, ws := range byNode {
		if n++; n == len(byNode) { // the last one on this goroutine
			one(node, ws)
			break
		}
		wg.Go(func() { one(node, ws) })
	}
	wg.Wait()
	return missed, away, err
}

// from brings wants from one node and stores them as they come. mu guards b.
func (s *Service) from(ctx context.Context, b *brought, node string, ws []want, into mem.Allocator, mu *sync.Mutex) (missed []want, err error) {
	items := make([]Item, len(ws))
	for i, w := range ws {
		items[i] = Item{w.key, w.part}
	}
	scope := mem.NewScope(into)
	defer scope.Close()
	came := make([]bool, len(ws))
	err = s.opts.Transfer.Fetch(ctx, node, b.session, items, scope, func(i int, v any, f op.Facts) error {
		if err := s.arrived(ctx, b, ws[i].piece, v, f, mu); err != nil {
			return err
		}
		came[i] = true
		op.Blocks(v, func(k *mem.Block) {
			s.fetched.Add(int64(k.Len()))
			scope.Free(k) // the store has its own references
		})
		return nil
	})
	for i, w := range ws {
		if !came[i] {
			missed = append(missed, w)
		}
	}
	return missed, err
}

// arrived stores a piece that came.
func (s *Service) arrived(ctx context.Context, b *brought, p piece, v any, f op.Facts, mu *sync.Mutex) error {
	if p.part < 0 {
		facts, fresh, err := s.Keep(ctx, b.session, p.key, v, f)
		if err != nil {
			return err
		}
		if fresh {
			mu.Lock()
			b.copies = append(b.copies, facts)
			mu.Unlock()
		}
		return nil
	}
	at := &place{session: b.session, piece: p}
	if err := s.local.keep(ctx, at, v); err != nil {
		return err
	}
	var old *place
	s.mu.Lock()
	x := s.session(b.session)
	l := x.lent[p]
	if l == nil {
		l = &lent{}
		x.lent[p] = l
	}
	old, l.at = l.at, at
	l.users++
	s.mu.Unlock()
	if old != nil { // lost with its file
		s.local.drop(old)
	}
	mu.Lock()
	b.parts = append(b.parts, p)
	mu.Unlock()
	return nil
}
