package storage

import (
	"fmt"

	"github.com/mars-project/mars-go/mem"
)

// policy decides what stays in memory. It does no I/O, starts nothing and takes no lock: the store asks, does
// what the answer says, and tells what came of it.
type policy struct {
	cache   int64             // most bytes of values in memory
	soft    int64             // booked bytes of the pool above which to spill in the background
	disk    bool              // values can be spilled
	entries map[string]*entry // that have a key
	n       int               // entries, but for those that were deleted
	idle    list              // in memory and unpinned, last used first
	pinned  list              // in memory and pinned
	away    list              // not in memory
	tally   mem.Tally
	heap    int64 // bytes of values in memory that have no blocks
	pooled  int64 // bytes of blocks in memory that the pool pays for
	loading int64 // bytes promised to loads that are under way
	writing int   // entries that are being written
	pins    int
}

// A job is what is being done to an entry right now, outside the lock.
type job uint8

const (
	none job = iota
	writing
	loading
)

type entry struct {
	key    string       // of Put; empty with Keep
	name   fmt.Stringer // of Keep
	value  Value        // nil when not in memory
	blocks []*mem.Block // of value, each once
	one    [1]*mem.Block
	bytes  int64 // size in memory, blocks shared with others included
	parts  int
	file   *spilled // nil when not on disk
	pins   int
	job    job
	own    *owned // of a session that is bounded; nil: nobody counts it
	in     bool   // added, and not deleted
	gone   bool   // deleted; it ends with its last user
	lost   bool   // its file is damaged
	level  Level

	link link
}

// Lists that an entry may be on.
const (
	ofAll     = false // idle, pinned or away
	ofSession = true  // idle, of its account
)

// place is that of e on a list of a kind.
func (e *entry) place(k bool) *link {
	if k == ofSession {
		return &e.own.link
	}
	return &e.link
}

// A link is the place of an entry on a list.
type link struct {
	on         *list
	prev, next *entry
}

// String is what people call e.
func (e *entry) String() string {
	if e.name != nil {
		return e.name.String()
	}
	return e.key
}

// A verdict answers a question for room.
type verdict uint8

const (
	fits  verdict = iota // there is room
	evict                // drop the entry from memory, after writing it if it has no file
	wait                 // something under way will change the answer
	full                 // nothing can be done: all the rest is pinned, or there is no disk
)

var verdicts = [...]string{"fits", "evict", "wait", "full"}

func (v verdict) String() string { return verdicts[v] }

func newPolicy(cache, soft int64, disk bool) *policy {
	return &policy{cache: cache, soft: soft, disk: disk, entries: map[string]*entry{}}
}

// stored is the number of bytes of values in memory, each block once.
func (p *policy) stored() int64 { return p.tally.Bytes() + p.heap }

// gain is the number of bytes that keeping v in memory adds to what is counted already.
func gain(t *mem.Tally, v Value, blocks []*mem.Block) int64 {
	if len(blocks) == 0 {
		return v.Bytes()
	}
	var n int64
	for _, b := range blocks {
		if t.Holders(b) == 0 {
			n += b.Size()
		}
	}
	return n
}

// gain is that of the cache.
func (p *policy) gain(v Value, blocks []*mem.Block) int64 { return gain(&p.tally, v, blocks) }

// room says what to do so that need bytes more may be stored, which are mine bytes more for the account a.
func (p *policy) room(need int64, a *account, mine int64) (verdict, *entry) {
	if left := a.free(); mine > left {
		return p.from(&a.idle, mine > a.Memory, a.writing > 0 || a.loading > 0)
	}
	if need <= p.cache-p.stored()-p.loading {
		return fits, nil
	}
	return p.from(&p.idle, need > p.cache, p.writing > 0 || p.loading > 0)
}

// from looks on a list for somebody who can go. never: for what does not fit anyway nobody has to.
func (p *policy) from(l *list, never, more bool) (verdict, *entry) {
	if never {
		return full, nil
	}
	for e := l.last; e != nil; e = e.place(l.k).prev {
		if e.job == none && p.evictable(e) {
			return evict, e
		}
	}
	if more {
		return wait, nil
	}
	return full, nil
}

// relief says what to do so that the pool gets memory back. Values whose blocks others hold too would give
// none.
func (p *policy) relief() (verdict, *entry) {
	for e := p.idle.last; e != nil; e = e.link.prev {
		if e.job == none && p.evictable(e) && p.frees(e) {
			return evict, e
		}
	}
	if p.writing > 0 {
		return wait, nil
	}
	return full, nil
}

// background says what to do while nobody asks: values that give memory back are dropped; then the others are
// written ahead, first those that a subtask still holds, then pinned ones, so that they can be dropped at
// once later.
func (p *policy) background(booked int64) (e *entry, drop bool) {
	if booked <= p.soft || !p.disk {
		return nil, false
	}
	if v, e := p.relief(); v == evict {
		return e, true
	}
	for _, l := range []*list{&p.idle, &p.pinned} {
		for e := l.last; e != nil; e = e.link.prev {
			if e.job == none && e.file == nil && p.evictable(e) {
				return e, false
			}
		}
	}
	return nil, false
}

// alone reports that all the pool has given out is stored and nobody uses it: nothing comes back by waiting.
func (p *policy) alone(booked int64) bool {
	return p.pins == 0 && p.loading == 0 && booked <= p.pooled
}

// evictable reports whether e is on disk, or can go there.
func (p *policy) evictable(e *entry) bool { return e.file != nil || p.disk && e.by().fits(e.needs()) }

// frees reports whether only stored values hold one of the blocks of e.
func (p *policy) frees(e *entry) bool {
	for _, b := range e.blocks {
		if b.Pooled() && b.Refs() <= p.tally.Holders(b) {
			return true
		}
	}
	return false
}

// keep puts v in memory under e, as the one used last.
func (p *policy) keep(e *entry, v Value, blocks []*mem.Block) {
	e.value, e.blocks, e.bytes, e.level = v, blocks, sizeOf(v, blocks), Memory
	for _, b := range blocks {
		if n := p.tally.Add(b); b.Pooled() {
			p.pooled += n
		}
	}
	if len(blocks) == 0 {
		p.heap += e.bytes
	}
	if a := e.by(); a != nil {
		for _, b := range blocks {
			a.tally.Add(b)
		}
		if len(blocks) == 0 {
			a.heap += e.bytes
		}
	}
	p.file(e)
}

// drop takes e out of memory. The caller releases the blocks.
func (p *policy) drop(e *entry) []*mem.Block {
	blocks := e.blocks
	for _, b := range blocks {
		if n := p.tally.Remove(b); b.Pooled() {
			p.pooled -= n
		}
	}
	if len(blocks) == 0 && e.value != nil {
		p.heap -= e.bytes
	}
	if a := e.by(); a != nil {
		for _, b := range blocks {
			a.tally.Remove(b)
		}
		if len(blocks) == 0 && e.value != nil {
			a.heap -= e.bytes
		}
	}
	e.value, e.blocks, e.level = nil, nil, Disk
	p.file(e)
	return blocks
}

func (p *policy) pin(e *entry) {
	e.pins++
	p.pins++
	p.file(e)
}

func (p *policy) unpin(e *entry) {
	e.pins--
	p.pins--
	p.file(e)
}

// begin and end are around a job on e, which others leave alone meanwhile.
func (p *policy) begin(e *entry, j job) {
	e.job = j
	switch j {
	case writing:
		p.writing++
	case loading:
		p.loading += e.bytes
	}
	e.by().begin(e, 1)
}

func (p *policy) end(e *entry) {
	e.by().begin(e, -1)
	switch e.job {
	case writing:
		p.writing--
	case loading:
		p.loading -= e.bytes
	}
	e.job = none
}

// add takes e in, under its key if it has one.
func (p *policy) add(e *entry) {
	if e.name == nil {
		p.entries[e.key] = e
	}
	p.n++
	e.in = true
	p.file(e)
}

// remove takes e out. It reports whether nobody uses it, so that it can end now.
func (p *policy) remove(e *entry) bool {
	if e.name == nil {
		delete(p.entries, e.key)
	}
	p.n--
	e.in, e.gone = false, true
	if e.link.on == &p.away {
		p.away.remove(e)
	}
	return p.over(e)
}

// all are the entries that were not deleted.
func (p *policy) all() []*entry {
	out := make([]*entry, 0, p.n)
	for _, l := range []*list{&p.idle, &p.pinned, &p.away} {
		for e := l.first; e != nil; e = e.link.next {
			if !e.gone {
				out = append(out, e)
			}
		}
	}
	return out
}

// over reports whether e was deleted and nobody uses it any more.
func (p *policy) over(e *entry) bool { return e.gone && e.pins == 0 && e.job == none }

// file puts e on the list where it belongs, in front.
func (p *policy) file(e *entry) {
	if l := e.link.on; l != nil {
		l.remove(e)
	}
	if e.own != nil && e.own.link.on != nil {
		e.own.link.on.remove(e)
	}
	switch {
	case e.gone && (e.value == nil || e.pins == 0):
	case e.value == nil:
		p.away.push(e)
	case e.pins > 0:
		p.pinned.push(e)
	default:
		p.idle.push(e)
		if e.own != nil {
			e.own.idle.push(e)
		}
	}
}

// sizeOf is what v takes in memory when nothing of it is shared.
func sizeOf(v Value, blocks []*mem.Block) int64 {
	if len(blocks) == 0 {
		return v.Bytes()
	}
	var n int64
	for _, b := range blocks {
		n += b.Size()
	}
	return n
}

// A list is a doubly linked list of entries.
type list struct {
	first, last *entry
	n           int
	k           bool // which of an entry's links: ofAll, ofSession
}

func (l *list) push(e *entry) {
	*e.place(l.k) = link{l, nil, l.first}
	if l.first != nil {
		l.first.place(l.k).prev = e
	} else {
		l.last = e
	}
	l.first = e
	l.n++
}

func (l *list) remove(e *entry) {
	x := *e.place(l.k)
	if x.prev != nil {
		x.prev.place(l.k).next = x.next
	} else {
		l.first = x.next
	}
	if x.next != nil {
		x.next.place(l.k).prev = x.prev
	} else {
		l.last = x.prev
	}
	*e.place(l.k) = link{}
	l.n--
}
