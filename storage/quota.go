package storage

import (
	"errors"
	"fmt"
	"math"
	"sync/atomic"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/internal/size"
	"github.com/mars-project/mars-go/mem"
)

// A Quota bounds what the values of one session may take of a store, in bytes.
type Quota struct {
	// Memory is the most of it in memory: what passes it goes to disk. The default is no bound, or half of
	// the cache where Disk has one: what the disk does not take stays in memory, which others need.
	Memory int64
	// Disk is the most of it in spill and scratch files: what passes it is refused. The default is no bound.
	Disk int64
}

func (q *Quota) check(cache int64) error {
	if q.Memory < 0 || q.Disk < 0 {
		return errs.New(errs.Invalid, "the quota of a session is negative: memory %d, disk %d", q.Memory, q.Disk)
	}
	if q.Disk > 0 && q.Memory == 0 {
		q.Memory = cache / 2
	}
	return nil
}

// An account is what one session has of a store while there are bounds. Its bytes on disk change without the
// store's lock, the rest with it.
type account struct {
	session string
	Quota
	users   int  // entries, scratches and calls of Put
	idle    list // its values in memory that nobody has pinned, last used first
	tally   mem.Tally
	heap    int64 // as in policy, likewise the next two
	loading int64
	writing int
	disk    atomic.Int64
}

// An owned is what an entry has for its account.
type owned struct {
	*account
	need int64 // bytes of its file, where there was no room for that
	link link  // on the account's list
}

// by is the account of e; nil: nobody counts it.
func (e *entry) by() *account {
	if e.own == nil {
		return nil
	}
	return e.own.account
}

// needs is what the file of e takes at least, as far as somebody has tried.
func (e *entry) needs() int64 {
	if e.own == nil {
		return 0
	}
	return e.own.need
}

// stored is the number of bytes of its values in memory, each block once.
func (a *account) stored() int64 { return a.tally.Bytes() + a.heap }

// free is how many bytes more it may have in memory.
func (a *account) free() int64 {
	if a == nil || a.Memory == 0 {
		return math.MaxInt64
	}
	return a.Memory - a.stored() - a.loading
}

// gain is the number of bytes that keeping v in memory adds to it.
func (a *account) gain(v Value, blocks []*mem.Block) int64 {
	if a == nil {
		return 0
	}
	return gain(&a.tally, v, blocks)
}

// fits reports whether n bytes more would pass no bound of its disk.
func (a *account) fits(n int64) bool { return a == nil || a.Disk == 0 || a.disk.Load()+n <= a.Disk }

// begin counts a job on e that begins (1) or ends (-1).
func (a *account) begin(e *entry, n int) {
	switch {
	case a == nil:
	case e.job == writing:
		a.writing += n
	case e.job == loading:
		a.loading += int64(n) * e.bytes
	}
}

// charge counts n bytes that go to disk. The error is a refusal; nothing is counted then.
func (a *account) charge(n int64, what string) error {
	if a == nil {
		return nil
	}
	for { // what is refused is never counted, or somebody else would be refused for it
		has := a.disk.Load()
		if a.Disk > 0 && has+n > a.Disk {
			return a.refusal(what, "session_disk", "disks", n, has, a.Disk)
		}
		if a.disk.CompareAndSwap(has, has+n) {
			return nil
		}
	}
}

// credit takes n bytes off that are gone from the disk.
func (a *account) credit(n int64) {
	if a != nil {
		a.disk.Add(-n)
	}
}

// refusal is the error of who has reached a bound.
func (a *account) refusal(what, quota, where string, n, has, most int64) error {
	return &errs.Error{Kind: errs.OutOfMemory, Quota: quota, Msg: fmt.Sprintf(
		"%s takes %s: session %s has %s on the %s of this worker and may have %s there (quota.%s): give up values that are not needed, ask for less at once, or have the quota raised",
		what, size.Text(n), a.session, size.Text(has), where, size.Text(most), quota)}
}

// refused reports that an error is a session's own bound, which says nothing about disks.
func refused(err error) bool {
	var e *errs.Error
	return errors.As(err, &e) && errs.QuotaOf(err) != ""
}

// account is that of a session, with one user more; nil while there are no bounds, or the value is nobody's.
// The store's lock is held.
func (s *Store) account(session string) *account {
	if s.opts.Quota == (Quota{}) || session == "" {
		return nil
	}
	a := s.accounts[session]
	if a == nil {
		a = &account{session: session, Quota: s.opts.Quota, idle: list{k: ofSession}}
		s.accounts[session] = a
	}
	a.users++
	return a
}

// leave takes a user off; an account without users is forgotten. The store's lock is held.
func (s *Store) leave(a *account) {
	if a == nil {
		return
	}
	if a.users--; a.users == 0 {
		delete(s.accounts, a.session)
	}
}

// A Share is what one session has of a store, in bytes.
type Share struct{ Memory, Disk int64 }

// Shares is what sessions have while there is a quota.
func (s *Store) Shares() map[string]Share {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := make(map[string]Share, len(s.accounts))
	for id, a := range s.accounts {
		out[id] = Share{a.stored(), a.disk.Load()}
	}
	return out
}
