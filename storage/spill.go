package storage

import (
	"context"
	"time"

	"github.com/mars-project/mars-go/errs"
)

// evict takes e out of memory, after writing it when it has no file. It is called with the lock and lets go
// of it while it writes; if e was pinned meanwhile it stays, with its file. After an error e is as it was.
func (s *Store) evict(e *entry) error {
	if e.file == nil {
		if err := s.ahead(e); err != nil {
			return err
		}
	}
	if e.value != nil && e.pins == 0 && e.job == none && e.file != nil {
		s.count.Evictions++
		for _, b := range s.policy.drop(e) {
			b.Release()
		}
		s.news.tell()
	}
	return nil
}

// ahead writes e, which stays in memory.
func (s *Store) ahead(e *entry) error {
	s.policy.begin(e, writing)
	err := s.write(e, e.value)
	s.settled(e)
	return err
}

// write makes the file of e, whose job is writing, from v. The lock is let go of meanwhile.
func (s *Store) write(e *entry, v Value) error {
	s.mu.Unlock()
	f, size, err := s.spill(e.String(), e.by(), v)
	s.mu.Lock()
	s.policy.end(e)
	switch {
	case refused(err):
		e.own.need = size
	case err == nil:
		e.file = f
		s.count.Spills++
		s.mend() // whatever was wrong with the disk has passed
	default:
		s.failed = err
		if !s.rest.on && !s.closed { // whoever waits for room hears when the disk is well again
			s.rest.begin(s.rested)
		}
	}
	s.news.tell()
	return err
}

// spill writes v, which is counted as the account's, and says how large its file is, or would be.
func (s *Store) spill(key string, a *account, v Value) (f *spilled, size int64, err error) {
	parts, split := v.(Parts)
	if !split {
		parts = Parts{v}
	}
	recs := make([]record, len(parts))
	for i, p := range parts {
		r, err := encode(s.opts.Codec, p)
		if err != nil {
			return nil, 0, errs.Wrap(errs.KindOf(err), err, "encode chunk %s", key)
		}
		recs[i] = r
	}
	var flags uint32
	if split {
		flags = flagParts
	}
	segs, size := spillSegs(key, recs, flags)
	if err := a.charge(size, "chunk "+key); err != nil {
		return nil, size, err
	}
	if f, err = s.disk.write(key, segs, size); err != nil {
		a.credit(size)
	}
	return f, size, err
}

// relieve is the pool's cry for memory: it evicts one value, or says why none can go.
func (s *Store) relieve(int64) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for {
		if s.closed {
			return errClosed
		}
		switch v, e := s.policy.relief(); v {
		case evict:
			if err := s.evict(e); !refused(err) {
				return err
			}
			continue
		case full:
			if s.disk == nil {
				return errs.New(errs.Pressure, "there is no spill directory")
			}
			return errs.New(errs.Pressure, "nothing stored can be spilled now (%d values are pinned)", s.policy.pinned.n)
		}
		_ = s.await(context.Background()) // somebody is writing: room may come from that
	}
}

// wake makes the spiller look.
func (s *Store) wake() {
	select {
	case s.kick <- struct{}{}:
	default:
	}
}

// took wakes the spiller when what was just taken left the pool above its soft limit.
func (s *Store) took() {
	if s.pool.Stats().Booked > s.opts.Soft {
		s.wake()
	}
}

// spiller spills while the pool is above its soft limit. After a failed write it rests, longer each time,
// unless a write succeeds or a file is deleted before.
func (s *Store) spiller() {
	defer close(s.done)
	for {
		select {
		case <-s.quit:
			return
		case <-s.kick:
		}
		s.mu.Lock()
		for !s.closed && !s.rest.on {
			booked := s.pool.Stats().Booked
			s.above.Store(booked > s.policy.soft)
			e, drop := s.policy.background(booked)
			if e == nil {
				s.probe()
				break
			}
			var err error
			if drop {
				err = s.evict(e)
			} else if err = s.ahead(e); err == nil {
				s.count.Ahead++
			}
			if err != nil && !s.closed && !refused(err) {
				s.broken = err
			}
		}
		s.mu.Unlock()
	}
}

// probe asks a disk that has failed whether it takes something by now, where nothing is to be spilled:
// without that a store whose memory is no longer short would be broken for ever. The lock is let go of
// meanwhile.
func (s *Store) probe() {
	if s.failed == nil {
		return
	}
	s.mu.Unlock()
	err := s.disk.probe()
	s.mu.Lock()
	switch {
	case s.closed || s.failed == nil:
	case err == nil:
		s.mend()
		s.news.tell()
	default:
		s.failed = err
		s.rest.begin(s.rested)
	}
}

// freed is called by the pool when something came back. Who waits looks again; so does the spiller if it left
// the pool above its soft limit, for what was held then may be free to go now.
func (s *Store) freed() {
	s.news.tell()
	if s.above.Load() {
		s.wake()
	}
}

// mend lets background spilling go on: a write has succeeded, or there is room on disk again.
func (s *Store) mend() {
	if s.failed == nil {
		return
	}
	s.failed, s.broken = nil, nil
	s.rest.end()
	s.wake()
}

// rested lets the spiller try again.
func (s *Store) rested() {
	s.mu.Lock()
	s.rest.on = false
	s.mu.Unlock()
	s.wake()
}

// The first rest of the spiller, and the longest: each is twice the one before it.
const (
	firstRest   = time.Second
	longestRest = 30 * time.Second
)

// A rest is exponential back-off.
type rest struct {
	on    bool
	last  time.Duration
	timer *time.Timer
}

func (r *rest) begin(over func()) {
	r.on = true
	r.last = min(max(firstRest, 2*r.last), longestRest)
	r.timer = time.AfterFunc(r.last, over)
}

// end forgets how long rests were.
func (r *rest) end() {
	r.stop()
	r.on, r.last = false, 0
}

func (r *rest) stop() {
	if r.timer != nil {
		r.timer.Stop()
	}
}
