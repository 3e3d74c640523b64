package coord

import (
	"bytes"
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/mars-project/mars-go/errs"
)

type lease struct {
	hold
	member  Member
	version uint64 // grows with Update
}

// Join is that of Members.
func (m *Memory) Join(ctx context.Context, who Member, ttl time.Duration) (Lease, error) {
	if err := checkTTL(ttl); err != nil {
		return nil, err
	}
	if err := checkMember(who.ID, who.Data); err != nil {
		return nil, err
	}
	if err := m.enter(ctx); err != nil {
		return nil, err
	}
	defer m.mu.Unlock()
	if old := m.members[who.ID]; old != nil {
		old.finish()
	}
	m.token++
	l := &lease{member: Member{who.ID, bytes.Clone(who.Data), m.token}}
	m.members[who.ID] = l
	m.grant(&l.hold, ttl, func() { delete(m.members, who.ID) })
	m.broadcast()
	return l, nil
}

func checkMember(id string, data []byte) error {
	if id == "" || len(data) > MaxBytes {
		return errs.New(errs.Invalid, "coord: member %q with %d bytes of data", id, len(data))
	}
	return nil
}

func (l *lease) Member() Member {
	l.m.mu.Lock()
	defer l.m.mu.Unlock()
	return l.member.clone()
}

func (m Member) clone() Member {
	m.Data = bytes.Clone(m.Data)
	return m
}

func (l *lease) Renew(ctx context.Context) error { return l.renew(ctx, "the lease of "+l.member.ID) }

func (l *lease) Leave(ctx context.Context) error { return l.release(ctx) }

func (l *lease) Update(ctx context.Context, data []byte) error {
	if err := checkMember(l.member.ID, data); err != nil {
		return err
	}
	if err := l.m.enter(ctx); err != nil {
		return err
	}
	defer l.m.mu.Unlock()
	if !l.live() {
		return errs.New(errs.Denied, "the lease of %s has ended", l.member.ID)
	}
	l.member.Data = bytes.Clone(data)
	l.version++
	l.m.broadcast()
	return nil
}

// watch finds changes by comparing with what it told last.
type watch struct {
	m      *Memory
	told   map[string]seen
	began  bool
	closed bool
}

type seen struct {
	member  Member
	version uint64
}

// Watch is that of Members. One goroutine at a time may use what it returns.
func (m *Memory) Watch(ctx context.Context) (Watch, error) {
	if err := m.enter(ctx); err != nil {
		return nil, err
	}
	defer m.mu.Unlock()
	return &watch{m: m, told: map[string]seen{}}, nil
}

func (w *watch) Next(ctx context.Context) (cs []Change, err error) {
	if w.closed {
		return nil, errs.New(errs.Unavailable, "coord: the watch is closed")
	}
	err = w.m.await(ctx, func() bool {
		cs = w.diff()
		first := !w.began
		w.began = true
		return first || len(cs) > 0
	})
	return cs, err
}

func (w *watch) Close() error {
	w.closed = true
	return nil
}

// diff is the changes since the last one: those that left, then the others, in order of joining.
func (w *watch) diff() (cs []Change) {
	for _, l := range w.m.members {
		l.live()
	}
	for id, s := range w.told {
		if l := w.m.members[id]; l == nil || l.member.Token != s.member.Token {
			cs = append(cs, Change{Left, s.member})
			delete(w.told, id)
		}
	}
	for id, l := range w.m.members {
		s, known := w.told[id]
		switch {
		case !known:
			cs = append(cs, Change{Joined, l.member.clone()})
		case s.version != l.version:
			cs = append(cs, Change{Updated, l.member.clone()})
		}
		w.told[id] = seen{l.member.clone(), l.version}
	}
	slices.SortFunc(cs, func(a, b Change) int {
		if (a.Kind == Left) != (b.Kind == Left) {
			return cmp.Compare(b.Kind, a.Kind)
		}
		return cmp.Compare(a.Member.Token, b.Member.Token)
	})
	return cs
}
