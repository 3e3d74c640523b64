package history

import (
	"errors"
	"io/fs"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"sync"
	"syscall"
	"time"

	bolt "go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/service"
)

// Options of a Store. The zero value is good.
type Options struct {
	// Tasks is how many are kept. The default is 10,000.
	Tasks int
	// Bytes is how many their records may take together. The default is 64 MiB.
	Bytes int64
	// Queue is how many changes may wait for the disk; then the oldest is dropped. The default is 4,096.
	Queue int
	// Log gets what goes wrong. The default discards it.
	Log *slog.Logger
}

// A Store keeps tasks in a file. All methods are safe for concurrent use, and Put waits for nothing.
type Store struct {
	o    Options
	db   *bolt.DB
	last map[uint8]service.TaskMark // the latest of each supervisor, as of Open

	mu      sync.Mutex
	queue   []*service.TaskInfo // to be written
	writing []*service.TaskInfo // that are being written
	idle    *sync.Cond          // broadcast when nothing is to be written
	wake    chan struct{}       // capacity 1
	stats   service.HistoryCounts
	said    string // the last trouble that was logged
	closed  bool

	stop chan struct{}
	wg   sync.WaitGroup
}

var (
	tasksBucket = []byte("tasks") // records by mark
	idsBucket   = []byte("ids")   // the latest mark of an id
)

// lockTime is how long another process may take to give the file back.
const lockTime = time.Second

// Open opens the store in a file, which is made if it is not there. One that is damaged is put aside. Tasks
// of which it does not know the end failed with the supervisor that ran them. Errors: Unavailable, another
// process has the file; Invalid, it cannot be used.
func Open(path string, o Options) (*Store, error) {
	set(&o.Tasks, 10_000)
	set(&o.Bytes, 64<<20)
	set(&o.Queue, 4096)
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, errs.Wrap(errs.Invalid, err, "make the folder of the history")
	}
	s := &Store{o: o, last: map[uint8]service.TaskMark{}, wake: make(chan struct{}, 1), stop: make(chan struct{})}
	s.idle = sync.NewCond(&s.mu)
	err := s.open(path)
	if damaged(err) {
		o.Log.Warn("the history is damaged: it is put aside, and another one begun", "file", path, "err", err)
		if err = os.Rename(path, path+".damaged"); err == nil {
			err = s.open(path)
		}
	}
	switch {
	case errors.Is(err, berrors.ErrTimeout):
		return nil, errs.New(errs.Unavailable, "the history %s is in use by another process", path)
	case err != nil:
		return nil, errs.Wrap(errs.Invalid, err, "open the history %s", path)
	}
	s.wg.Go(s.write)
	return s, nil
}

func set[T int | int64](p *T, v T) {
	if *p <= 0 {
		*p = v
	}
}

// A fault is a panic of the store's reader: the file is not what it should be, or the disk cannot be read.
type fault struct{ what any }

func (f fault) Error() string { return "the file is damaged" }

// guarded runs what reads or writes the file, which is mapped to memory.
func guarded(f func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if p := recover(); p != nil {
			err = fault{p}
		}
	}()
	return f()
}

// damaged tells a file that is none of ours, or not any more, from one that cannot be had.
func damaged(err error) bool {
	var path *fs.PathError
	var no syscall.Errno
	return err != nil && !errors.Is(err, berrors.ErrTimeout) && !errors.As(err, &path) && !errors.As(err, &no)
}

func (s *Store) open(path string) error {
	var db *bolt.DB
	err := guarded(func() (err error) {
		db, err = bolt.Open(path, 0o600, &bolt.Options{Timeout: lockTime})
		return err
	})
	if err == nil {
		err = guarded(func() error { return db.Update(s.load) })
		if err != nil {
			_ = db.Close()
		}
	}
	s.db = db
	return err
}

// load counts what is there and ends what did not end.
func (s *Store) load(tx *bolt.Tx) error {
	tasks, err := tx.CreateBucketIfNotExists(tasksBucket)
	if err != nil {
		return err
	}
	ids, err := tx.CreateBucketIfNotExists(idsBucket)
	if err != nil {
		return err
	}
	s.stats, s.last = service.HistoryCounts{}, map[uint8]service.TaskMark{}
	var open []*service.TaskInfo
	var bad [][]byte
	c := tasks.Cursor()
	for k, v := c.First(); k != nil; k, v = c.Next() {
		i, err := decode(v)
		if err != nil || !slices.Equal(k, keyOf(i.Mark())) {
			bad = append(bad, slices.Clone(k))
			continue
		}
		s.stats.Tasks++
		s.stats.Bytes += size(k, v)
		s.last[i.ID.Supervisor()] = i.Mark()
		if !i.State.Over() {
			open = append(open, i)
		}
	}
	for _, k := range bad {
		if err := tasks.Delete(k); err != nil {
			return err
		}
	}
	for _, i := range open {
		i.State, i.Running, i.Waiting = service.Failed, 0, ""
		i.Err = &service.Failure{Kind: errs.Lost, Msg: "the supervisor ended while the task ran"}
		if err := s.put(tasks, ids, i); err != nil {
			return err
		}
	}
	return s.trim(tasks, ids)
}

// Last is the number of the latest task that a supervisor is known to have had, 0 for none: the next ones go
// on from there.
func (s *Store) Last(supervisor uint8) uint32 { return s.last[supervisor].ID.N() }

// Put keeps what is known of a task, in place of what was known before. The store reads i later: it must not
// change.
func (s *Store) Put(i *service.TaskInfo) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		s.stats.Dropped++
		return
	}
	if len(s.queue) >= s.o.Queue {
		s.queue[0] = nil
		s.queue = s.queue[1:]
		s.stats.Dropped++
	}
	s.queue = append(s.queue, i)
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// between is how long the writer rests: what short tasks say meanwhile is one write.
const between = 100 * time.Millisecond

// write is the one goroutine that writes.
func (s *Store) write() {
	for {
		select {
		case <-s.wake:
		case <-s.stop:
			s.commit()
			return
		}
		s.commit()
		select {
		case <-time.After(between):
		case <-s.stop:
		}
	}
}

// commit writes what waits, all or nothing.
func (s *Store) commit() {
	s.mu.Lock()
	s.writing, s.queue = s.queue, nil
	todo, before := s.writing, s.stats
	s.mu.Unlock()
	if len(todo) == 0 {
		return
	}
	latest := map[service.TaskMark]*service.TaskInfo{}
	for _, i := range todo {
		latest[i.Mark()] = i
	}
	err := guarded(func() error {
		return s.db.Update(func(tx *bolt.Tx) error {
			tasks, ids := tx.Bucket(tasksBucket), tx.Bucket(idsBucket)
			for _, m := range slices.SortedFunc(maps.Keys(latest), compare) {
				if err := s.put(tasks, ids, latest[m]); err != nil {
					return err
				}
			}
			return s.trim(tasks, ids)
		})
	})
	s.mu.Lock()
	defer s.mu.Unlock()
	if err != nil {
		s.stats.Tasks, s.stats.Bytes = before.Tasks, before.Bytes
		s.stats.Dropped += uint64(len(latest))
		if err.Error() != s.said { // once, not each time
			s.said = err.Error()
			s.o.Log.Warn("the history is not written", "file", s.db.Path(), "err", err)
		}
	} else {
		s.said = ""
	}
	s.writing = nil
	if len(s.queue) == 0 {
		s.idle.Broadcast()
	}
}

// put writes a record. The counts are those of the writer until it is done.
func (s *Store) put(tasks, ids *bolt.Bucket, i *service.TaskInfo) error {
	k, v := keyOf(i.Mark()), encode(i)
	old := tasks.Get(k)
	if err := tasks.Put(k, v); err != nil {
		return err
	}
	s.mu.Lock()
	if old != nil {
		s.stats.Bytes -= size(k, old)
	} else {
		s.stats.Tasks++
	}
	s.stats.Bytes += size(k, v)
	s.mu.Unlock()
	return ids.Put(idOf(i.ID), k)
}

// trim drops the oldest records where there are too many.
func (s *Store) trim(tasks, ids *bolt.Bucket) error {
	c := tasks.Cursor()
	for k, v := c.First(); k != nil; k, v = c.First() {
		s.mu.Lock()
		full := s.stats.Tasks > s.o.Tasks || s.stats.Bytes > s.o.Bytes
		if full {
			s.stats.Tasks--
			s.stats.Bytes -= size(k, v)
		}
		s.mu.Unlock()
		if !full {
			return nil
		}
		if id := k[8:]; slices.Equal(ids.Get(id), k) {
			if err := ids.Delete(id); err != nil {
				return err
			}
		}
		if err := c.Delete(); err != nil {
			return err
		}
	}
	return nil
}

// Stats are the numbers of now.
func (s *Store) Stats() service.HistoryCounts {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.stats
}

// Flush returns when all that was put is on the disk, or was dropped.
func (s *Store) Flush() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.queue)+len(s.writing) > 0 {
		s.idle.Wait()
	}
}

// Close writes what is left. Closing again is no error.
func (s *Store) Close() error {
	s.mu.Lock()
	again := s.closed
	s.closed = true
	s.mu.Unlock()
	if again {
		return nil
	}
	close(s.stop)
	s.wg.Wait()
	return s.db.Close()
}
