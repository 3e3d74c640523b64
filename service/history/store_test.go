package history

import (
	"bytes"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	bolt "go.etcd.io/bbolt"
	"go.uber.org/goleak"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func open(t *testing.T, path string, o Options) *Store {
	t.Helper()
	s, err := Open(path, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func file(t *testing.T) string { return filepath.Join(t.TempDir(), "state", "history.db") }

// done is the n-th task, which ended.
func done(n int) *service.TaskInfo {
	return &service.TaskInfo{ID: service.MakeTaskID(0, uint32(n)), Session: "s", Name: "tensor.sum", State: service.Done, Started: service.Nanos(n) * 1e9, Ended: service.Nanos(n)*1e9 + 5e8}
}

func names(list []service.TaskInfo) (out string) {
	for i := range list {
		out += " " + list[i].ID.String()
	}
	return strings.TrimSpace(out)
}

func (s *Store) list(t *testing.T, q service.TaskQuery) string {
	t.Helper()
	l, more, err := s.List(q)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprint(names(l), " ", more)
}

func TestWhatATaskWasIsThereAgain(t *testing.T) {
	path := file(t)
	s := open(t, path, Options{})
	want := done(7)
	want.State, want.User = service.Failed, "ada"
	want.Err = &service.Failure{Kind: errs.OutOfMemory, Msg: "no room\xff", Site: "a.py:3", Op: "tensor.dot", Where: "t7/s1", Trace: strings.Repeat("x", 1<<20), Python: "pandas'"}
	want.Progress = service.Progress{Stages: 2, Total: 9, Done: 4, Retried: 3, Restored: 1, Busy: 77, Nodes: []service.NodeProgress{
		{Name: "tensor.dot", Total: 4, Busy: 10, Bytes: 100}, {Name: "tensor.ones", Total: 5, Busy: 60, Bytes: 1}, {Name: "tensor.dot", Total: 2, Busy: 7, Bytes: 11},
	}}
	want.Targets = []service.Manifest{{Value: op.Key{1, 2}, Chunks: make([]service.ChunkMeta, 5)}}
	s.Put(want)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = open(t, path, Options{})
	got, ok := s.Get(want.ID)
	if !ok || got.Session != "s" || got.Name != want.Name || got.User != "ada" || got.State != service.Failed || got.Started != want.Started || got.Ended != want.Ended {
		t.Fatalf("%+v, %v", got, ok)
	}
	if p := got.Progress; p.Stages != 2 || p.Total != 9 || p.Done != 4 || p.Retried != 3 || p.Restored != 1 || p.Busy != 77 || p.Nodes != nil {
		t.Errorf("%+v", p)
	}
	if e := got.Err; e.Kind != errs.OutOfMemory || e.Msg != "no room\ufffd" || e.Site != "a.py:3" || e.Op != "tensor.dot" || e.Where != "t7/s1" || len(e.Trace) > 2*maxText || e.Python != "pandas'" {
		t.Errorf("%+v", e)
	}
	if u := got.Operators; len(u) != 2 || u[0] != (service.OperatorUse{Name: "tensor.ones", Values: 1, Subtasks: 5, Busy: 60, Bytes: 1}) ||
		u[1] != (service.OperatorUse{Name: "tensor.dot", Values: 2, Subtasks: 6, Busy: 17, Bytes: 111}) {
		t.Errorf("%+v", u)
	}
	if x := got.Targets; len(x) != 1 || x[0].Value != (op.Key{1, 2}) || x[0].Chunks != nil {
		t.Errorf("%+v", x)
	}
	if n := s.Last(0); n != 7 {
		t.Errorf("the last is %d", n)
	}
}

// The oldest go first, by number and by bytes, and pages of a list go on where the last one ended.
func TestBounds(t *testing.T) {
	s := open(t, file(t), Options{Tasks: 10})
	for n := 1; n <= 25; n++ {
		s.Put(done(n))
		if n%4 == 0 {
			s.Flush()
		}
	}
	s.Flush()
	if n := s.Stats(); n.Tasks != 10 || n.Dropped != 0 {
		t.Errorf("%+v", n)
	}
	if got := s.list(t, service.TaskQuery{Limit: 4}); got != "t25 t24 t23 t22 true" {
		t.Error(got)
	}
	if got := s.list(t, service.TaskQuery{Limit: 4, Before: done(19).Mark()}); got != "t18 t17 t16 false" {
		t.Error(got)
	}
	if got := s.list(t, service.TaskQuery{Before: done(22).Mark(), Since: done(20).Started}); got != "t21 t20 false" {
		t.Error(got)
	}
	if got := s.list(t, service.TaskQuery{Limit: 2, Only: func(i *service.TaskInfo) bool { return i.ID.N()%5 == 0 }}); got != "t25 t20 false" {
		t.Error(got)
	}
	if got := s.list(t, service.TaskQuery{Session: "other"}); got != " false" {
		t.Error(got)
	}
	if _, ok := s.Get(done(15).ID); ok {
		t.Error("the oldest is still there")
	}

	s = open(t, file(t), Options{Bytes: 20_000})
	for n := 1; n <= 100; n++ {
		i := done(n)
		i.Name = strings.Repeat("n", 1000)
		s.Put(i)
	}
	s.Flush()
	if n := s.Stats(); n.Bytes > 20_000 || n.Bytes < 15_000 || n.Tasks > 20 {
		t.Errorf("%+v", n)
	}
}

// A list has what waits for the disk, once, as it is known last.
func TestListOfWhatIsNotWritten(t *testing.T) {
	s := open(t, file(t), Options{})
	begun := done(1)
	begun.State, begun.Ended = service.Running, 0
	s.Put(begun)
	s.Flush()
	s.mu.Lock()
	s.writing = []*service.TaskInfo{done(1), done(2)}
	s.queue = []*service.TaskInfo{done(3)}
	s.mu.Unlock()
	l, _, err := s.List(service.TaskQuery{})
	if err != nil || names(l) != "t3 t2 t1" || l[2].State != service.Done {
		t.Errorf("%+v, %v", l, err)
	}
	if i, ok := s.Get(done(2).ID); !ok || i.Name != "tensor.sum" {
		t.Error(i, ok)
	}
	s.mu.Lock()
	s.writing, s.queue = nil, nil
	s.mu.Unlock()
}

// A process that is killed leaves tasks without an end; who opens the file next says so.
func TestTasksWithoutAnEnd(t *testing.T) {
	path := file(t)
	s := open(t, path, Options{})
	i := done(3)
	i.State, i.Ended = service.Running, 0
	s.Put(i)
	s.Put(done(2))
	s.Flush()
	b, err := os.ReadFile(path) // as it is on the disk at the moment of death
	if err != nil {
		t.Fatal(err)
	}
	copied := path + ".2"
	if err := os.WriteFile(copied, b, 0o600); err != nil {
		t.Fatal(err)
	}
	s = open(t, copied, Options{})
	got, ok := s.Get(i.ID)
	if !ok || got.State != service.Failed || got.Err.Kind != errs.Lost || got.Ended != 0 || !strings.Contains(got.Err.Msg, "supervisor ended") {
		t.Errorf("%+v, %v", got, ok)
	}
	if got, _ := s.Get(done(2).ID); got.State != service.Done {
		t.Errorf("%+v", got)
	}
}

// Put waits for nothing: where the disk is slow the oldest changes are dropped, and counted.
func TestPutDoesNotWait(t *testing.T) {
	s := open(t, file(t), Options{Queue: 5})
	held := make(chan struct{})
	locked := make(chan struct{})
	go func() {
		_ = s.db.Update(func(*bolt.Tx) error { close(locked); <-held; return nil }) // the writer waits behind it
	}()
	<-locked
	for n := 1; n <= 50; n++ {
		s.Put(done(n))
	}
	close(held)
	s.Flush()
	n := s.Stats()
	if n.Dropped == 0 || n.Tasks+int(n.Dropped) != 50 {
		t.Errorf("%+v", n)
	}
	if got := s.list(t, service.TaskQuery{Limit: 5}); got[:20] != "t50 t49 t48 t47 t46 "[:20] {
		t.Error(got)
	}
}

// A file that is damaged is put aside. One that another has is left alone.
func TestFilesThatCannotBeUsed(t *testing.T) {
	var log bytes.Buffer
	for name, spoil := range map[string]func([]byte) []byte{
		"text":    func([]byte) []byte { return []byte(strings.Repeat("not a store\n", 10_000)) },
		"cut":     func(b []byte) []byte { return b[:5000] },
		"zeroes":  func(b []byte) []byte { return append(b[:8192:8192], make([]byte, len(b)-8192)...) },
		"records": func(b []byte) []byte { return bytes.ReplaceAll(b, []byte(`{"id":`), []byte(`{!id":`)) },
	} {
		path := file(t)
		s := open(t, path, Options{})
		s.Put(done(1))
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, spoil(b), 0o600); err != nil {
			t.Fatal(err)
		}
		s, err = Open(path, Options{Log: slog.New(slog.NewTextHandler(&log, nil))})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		s.Put(done(2))
		s.Flush()
		if got := s.list(t, service.TaskQuery{}); got != "t2 false" {
			t.Errorf("%s: %s", name, got)
		}
		if err := s.Close(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if n := strings.Count(log.String(), "put aside"); n != 3 {
		t.Errorf("%d files were put aside:\n%s", n, &log)
	}

	path := file(t)
	open(t, path, Options{})
	if _, err := Open(path, Options{}); !errs.Is(err, errs.Unavailable) {
		t.Errorf("a second one: %v", err)
	}
	if _, err := Open("/proc/nowhere/history.db", Options{}); !errs.Is(err, errs.Invalid) {
		t.Errorf("no place: %v", err)
	}
}

// A disk that fails costs records and nothing else, and is told once.
func TestWritesThatFail(t *testing.T) {
	var log bytes.Buffer
	s := open(t, file(t), Options{Log: slog.New(slog.NewTextHandler(&log, nil))})
	s.Put(done(1))
	s.Flush()
	if err := s.db.Close(); err != nil {
		t.Fatal(err)
	}
	for n := 2; n <= 4; n++ {
		s.Put(done(n))
		s.Flush()
	}
	if n := s.Stats(); n.Dropped != 3 || n.Tasks != 1 {
		t.Errorf("%+v", n)
	}
	if n := strings.Count(log.String(), "not written"); n != 1 {
		t.Errorf("told %d times:\n%s", n, &log)
	}
	if _, _, err := s.List(service.TaskQuery{}); err == nil {
		t.Error("a closed file is read")
	}
}
