package history

import (
	"cmp"
	"slices"

	bolt "go.etcd.io/bbolt"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/service"
)

func compare(a, b service.TaskMark) int {
	return cmp.Or(cmp.Compare(a.Started, b.Started), cmp.Compare(a.ID, b.ID))
}

// waiting are tasks that are not on the disk yet, the latest word on each.
func (s *Store) waiting() map[service.TaskMark]*service.TaskInfo {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := map[service.TaskMark]*service.TaskInfo{}
	for _, q := range [][]*service.TaskInfo{s.writing, s.queue} {
		for _, i := range q {
			out[i.Mark()] = i
		}
	}
	return out
}

// Get is the latest task of an id; ok is false when none is kept.
func (s *Store) Get(id service.TaskID) (i service.TaskInfo, ok bool) {
	for _, w := range s.waiting() {
		if w.ID == id && (!ok || i.Mark().Before(w.Mark())) {
			i, ok = Slim(w), true
		}
	}
	if ok {
		return i, true
	}
	err := guarded(func() error {
		return s.db.View(func(tx *bolt.Tx) error {
			if k := tx.Bucket(idsBucket).Get(idOf(id)); k != nil {
				if r, err := decode(tx.Bucket(tasksBucket).Get(k)); err == nil {
					i, ok = *r, true
				}
			}
			return nil
		})
	})
	return i, ok && err == nil
}

// defaultLimit is how many tasks are listed where nobody says.
const defaultLimit = 100

// List is tasks as a query asks, the latest first; more says that there are others before the last one.
func (s *Store) List(q service.TaskQuery) (out []service.TaskInfo, more bool, err error) {
	limit := cmp.Or(q.Limit, defaultLimit)
	pending := s.waiting()
	for _, w := range pending {
		if i := Slim(w); q.Wants(&i) {
			out = append(out, i)
		}
	}
	err = guarded(func() error {
		return s.db.View(func(tx *bolt.Tx) error {
			c := tx.Bucket(tasksBucket).Cursor()
			k, v := c.Last()
			if q.Before != (service.TaskMark{}) {
				if k, v = c.Seek(keyOf(q.Before)); k != nil {
					k, v = c.Prev()
				} else {
					k, v = c.Last()
				}
			}
			for n := 0; k != nil && n <= limit; k, v = c.Prev() {
				m := markOf(k)
				if m.Started < q.Since {
					return nil
				}
				i, err := decode(v)
				if err != nil || pending[m] != nil || !q.Wants(i) {
					continue
				}
				out = append(out, *i)
				n++
			}
			return nil
		})
	})
	if err != nil {
		return nil, false, errs.Wrap(errs.Unavailable, err, "read the history")
	}
	slices.SortFunc(out, func(a, b service.TaskInfo) int { return compare(b.Mark(), a.Mark()) })
	more = len(out) > limit
	return out[:min(len(out), limit)], more, nil
}
