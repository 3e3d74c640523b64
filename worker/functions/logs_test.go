package functions

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/mars-project/mars-go/service"
)

// newBook is a logbook with the file of one process.
func newBook(t *testing.T) (*logbook, *logFile, *os.File) {
	b := &logbook{dir: filepath.Join(t.TempDir(), "logs"), calls: map[string]int{}}
	l, theirs, err := b.open()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		l.close()
		theirs.Close()
	})
	return b, l, theirs
}

func write(t *testing.T, f *os.File, text string) {
	t.Helper()
	if _, err := f.WriteString(text); err != nil {
		t.Fatal(err)
	}
}

// Each call has what was written since the one before it, and is read on from where it was read to.
func TestLogbook(t *testing.T) {
	b, l, theirs := newBook(t)
	write(t, theirs, "one")
	l.ended("a", "0", 3)
	l.ended("b", "0", 3) // it has written nothing
	write(t, theirs, "twäthree")
	l.ended("a", "0", 7)
	running := l.running("c", "1")
	all := b.read(service.LogQuery{}, []*entry{running})
	if len(all) != 3 || all[0].Text != "one" || all[1].Text != "twä" || all[1].Chunk != "a/0#2" || all[2].Text != "three" || all[2].Chunk != "c/1" {
		t.Fatalf("%+v", all)
	}
	q := service.LogQuery{Names: []string{"a"}, Offsets: map[string]int64{"a/0": 1}, Max: 3}
	got := b.read(q, nil)
	if len(got) != 2 || got[0].Text != "ne" || got[0].Offset != 3 || got[1].Text != "tw" || got[1].Offset != 2 { // no half of a letter
		t.Fatalf("%+v", got)
	}
	q.Offsets = map[string]int64{"a/0": 9, "a/0#2": 2}
	if got = b.read(q, nil); got[0].Text != "" || got[1].Text != "ä" {
		t.Fatalf("%+v", got)
	}
	l.ended("d", "0", 1<<40) // more than there is
	if got = b.read(service.LogQuery{Names: []string{"d"}}, nil); len(got) != 1 || got[0].Text != "three" {
		t.Fatalf("%+v", got)
	}
}

// Of what is long the middle is dropped, on the disk too and while it is written, and a line says how much.
func TestLogsAreBounded(t *testing.T) {
	b, l, theirs := newBook(t)
	piece := strings.Repeat("x", 1<<20)
	for range 80 {
		write(t, theirs, piece)
		l.trim()
	}
	write(t, theirs, "end")
	l.ended("a", "0", -1)
	st, err := os.Stat(l.f.Name())
	if err != nil {
		t.Fatal(err)
	}
	if n := st.Sys().(*syscall.Stat_t).Blocks * 512; n > logHead+logTail+(1<<20) {
		t.Errorf("%d bytes are on the disk", n)
	}
	text, next := "", int64(0)
	for {
		got := b.read(service.LogQuery{Offsets: map[string]int64{"a/0": next}, Max: 3 << 20}, nil)[0]
		if got.Offset == next {
			break
		}
		text, next = text+got.Text, got.Offset
	}
	if !strings.HasPrefix(text, piece) || !strings.Contains(text, "x\n... 67108867 bytes are not kept ...\nx") || !strings.HasSuffix(text, "xend") || strings.Contains(text, "\x00") {
		t.Errorf("%d bytes", len(text))
	}
}

// The oldest of a session go when there is too much.
func TestOldLogsGo(t *testing.T) {
	b, l, theirs := newBook(t)
	for i := range 20 {
		if err := theirs.Truncate(int64(i+1) * (logHead + logTail)); err != nil {
			t.Fatal(err)
		}
		l.ended("a", "0", -1)
	}
	if len(b.entries) != 16 || b.entries[0].chunk != "a/0#5" || b.kept > logSession {
		t.Errorf("%d entries, %+v, %d bytes", len(b.entries), b.entries[0], b.kept)
	}
	b.close()
	if _, err := os.Stat(b.dir); !os.IsNotExist(err) {
		t.Error(err)
	}
}

// What a process writes is told by call: of those that follow each other without a pause, of one in which it
// dies, and of one after streams were closed.
func TestLogsOfCalls(t *testing.T) {
	r := open(t, 1)
	call := func(name, source string) error {
		c := calling(t, source, "")
		c.Log, c.Chunk = name, "0"
		made, err := r.Call(t.Context(), c)
		for _, v := range made {
			release(v)
		}
		return err
	}
	if err := call("a", "import os\ndef f():\n    print('printed')\n    os.write(1, b'\\xff')\n    os.system('echo child')"); err != nil {
		t.Fatal(err)
	}
	if err := call("b", "import os, sys\ndef f():\n    print('closes')\n    sys.stdout.close(); os.close(1); sys.stderr = None"); err != nil {
		t.Fatal(err)
	}
	if err := call("c", "import sys\ndef f():\n    print('out'); print('err', file=sys.stderr); print('more'); raise ValueError"); err == nil {
		t.Fatal("no error")
	}
	if err := call("d", "import os\ndef f():\n    print('dies', flush=True); os.kill(os.getpid(), 9)"); err == nil {
		t.Fatal("no error")
	}
	want := map[string]string{"a": "\uFFFDchild\nprinted\n", "b": "closes\n", "c": "out\nerr\nmore\n", "d": "dies\n"}
	for name, text := range want {
		got := r.Logs(service.LogQuery{Session: "s", Names: []string{name}})
		if len(got) == 0 || got[0].Text != text {
			t.Errorf("%s: %+v", name, got)
		}
	}
	if got := r.Logs(service.LogQuery{Session: "other"}); got != nil {
		t.Errorf("%+v", got)
	}
	r.CloseSession("s")
	if got := r.Logs(service.LogQuery{Session: "s"}); got != nil {
		t.Errorf("%+v", got)
	}
}
