package functions

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"golang.org/x/sys/unix"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/service"
)

// Bounds of what is kept of the output of functions, in bytes.
const (
	logHead    = 15 << 20  // of a call, from its begin
	logTail    = 1 << 20   // and to its end
	logSession = 256 << 20 // of the calls of a session: the oldest go
	logAnswer  = 8 << 20   // of one answer
)

// A logbook is what the calls of a session have written: places in files, of which each process has one.
type logbook struct {
	mu      sync.Mutex
	dir     string // where the files are, made with the first
	files   int
	entries []*entry
	kept    int64
	calls   map[string]int // by name and chunk: how many have written
}

// A logFile is what the calls of a process have written, one after the other.
type logFile struct {
	book  *logbook
	f     *os.File
	at    int64 // where the call that runs has begun
	holes int64 // up to where the middle of it is dropped
	used  bool  // an entry is in it
}

// An entry is what one call has written.
type entry struct {
	name, chunk string
	path        string
	from, to    int64
}

// open makes the file of a process, and what that has of it.
func (b *logbook) open() (l *logFile, theirs *os.File, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if err := os.MkdirAll(b.dir, 0o700); err != nil {
		return nil, nil, errs.Wrap(errs.Unavailable, err, "a folder for what functions write")
	}
	b.files++
	name := filepath.Join(b.dir, fmt.Sprint(b.files))
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, nil, errs.Wrap(errs.Unavailable, err, "a file for what functions write")
	}
	if theirs, err = os.OpenFile(name, os.O_WRONLY|os.O_APPEND, 0); err != nil {
		f.Close()
		return nil, nil, errs.Wrap(errs.Unavailable, err, "a file for what functions write")
	}
	return &logFile{book: b, f: f}, theirs, nil
}

// size is how much was written; a function may have cut it.
func (l *logFile) size() int64 {
	st, err := l.f.Stat()
	if err != nil {
		return l.at
	}
	return max(l.at, st.Size())
}

// ended notes what a call has written, up to a place that its process says; below 0: all.
func (l *logFile) ended(name, chunk string, to int64) {
	size := l.size()
	if to < 0 || to > size {
		to = size
	}
	from := l.at
	if l.at = max(l.at, to); l.at == from {
		return
	}
	l.punch(from, l.at)
	l.holes = 0
	b := l.book
	b.mu.Lock()
	defer b.mu.Unlock()
	l.used = true
	b.calls[name+"/"+chunk]++
	b.entries = append(b.entries, &entry{name, b.key(name, chunk, b.calls[name+"/"+chunk]), l.f.Name(), from, l.at})
	for b.kept += kept(l.at - from); b.kept > logSession && len(b.entries) > 1; {
		b.drop(b.entries[0])
		b.entries = b.entries[1:]
	}
}

// running is what the call that runs has written by now, up to the middle.
func (l *logFile) running(name, chunk string) *entry {
	b := l.book
	b.mu.Lock()
	defer b.mu.Unlock()
	return &entry{name, b.key(name, chunk, b.calls[name+"/"+chunk]+1), l.f.Name(), l.at, min(l.size(), l.at+logHead)}
}

// key names the nth call for a chunk.
func (b *logbook) key(name, chunk string, n int) string {
	if n > 1 {
		return fmt.Sprintf("%s/%s#%d", name, chunk, n)
	}
	return name + "/" + chunk
}

// kept is how many of so many bytes are there.
func kept(n int64) int64 { return min(n, logHead+logTail) }

// drop forgets the bytes of an entry.
func (b *logbook) drop(e *entry) {
	b.kept -= kept(e.to - e.from)
	if f, err := os.OpenFile(e.path, os.O_RDWR, 0); err == nil {
		hole(f, e.from, e.to)
		f.Close()
	}
}

// trim drops the middle of what the call that runs writes.
func (l *logFile) trim() {
	if size := l.size(); size-max(l.at, l.holes) > 2*(logHead+logTail) {
		l.punch(l.at, size)
		l.holes = size
	}
}

// punch drops the middle of what lies between two places.
func (l *logFile) punch(from, to int64) {
	if to-from > logHead+logTail {
		hole(l.f, max(from+logHead, l.holes-logTail), to-logTail)
	}
}

func hole(f *os.File, from, to int64) {
	if to > from {
		_ = unix.Fallocate(int(f.Fd()), unix.FALLOC_FL_PUNCH_HOLE|unix.FALLOC_FL_KEEP_SIZE, from, to-from)
	}
}

// end is what is written last, up to so many bytes.
func (l *logFile) end(n int64) []byte {
	size := l.size()
	b := make([]byte, min(n, size-l.at))
	m, _ := l.f.ReadAt(b, size-int64(len(b)))
	return b[:m]
}

// close ends the file of a process that has ended. What its calls have written stays.
func (l *logFile) close() {
	l.f.Close()
	if !l.used {
		os.Remove(l.f.Name())
	}
}

// close drops all.
func (b *logbook) close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.entries = nil
	_ = os.RemoveAll(b.dir)
}

// read gives what was written: of calls of some names, or of all; from where the last answer ended.
func (b *logbook) read(q service.LogQuery, running []*entry) (out []service.Log) {
	b.mu.Lock()
	es := append(slices.Clone(b.entries), running...)
	b.mu.Unlock()
	most := q.Max
	if most <= 0 {
		most = 1 << 20
	}
	left := int64(logAnswer)
	for _, e := range es {
		if len(q.Names) > 0 && !slices.Contains(q.Names, e.name) {
			continue
		}
		off := max(0, q.Offsets[e.chunk])
		text, next := e.text(off, min(most, left))
		left -= int64(len(text))
		out = append(out, service.Log{Name: e.name, Chunk: e.chunk, Offset: next, Text: text})
	}
	return out
}

// text is what lies behind an offset, up to so many bytes, and where to go on. Of a long one the middle is
// not there, which a line says.
func (e *entry) text(off, most int64) (string, int64) {
	f, err := os.Open(e.path)
	if err != nil {
		return "", off
	}
	defer f.Close()
	size := e.to - e.from
	parts := []*io.SectionReader{io.NewSectionReader(f, e.from, size)}
	if size > logHead+logTail {
		line := fmt.Sprintf("\n... %d bytes are not kept ...\n", size-logHead-logTail)
		parts = []*io.SectionReader{
			io.NewSectionReader(f, e.from, logHead), io.NewSectionReader(strings.NewReader(line), 0, int64(len(line))),
			io.NewSectionReader(f, e.to-logTail, logTail),
		}
	}
	var b []byte
	at := off
	for _, p := range parts {
		if n := min(p.Size()-at, most-int64(len(b))); n > 0 && at >= 0 {
			piece := make([]byte, n)
			m, _ := p.ReadAt(piece, at)
			b = append(b, piece[:m]...)
			at = 0
		} else {
			at = max(0, at-p.Size())
		}
	}
	if int64(len(b)) == most { // a letter may be cut
		b = whole(b)
	}
	return strings.ToValidUTF8(string(b), "\uFFFD"), off + int64(len(b))
}

// whole is b without the begin of a letter at its end.
func whole(b []byte) []byte {
	for i := 1; i < utf8.UTFMax && i < len(b); i++ {
		if c := b[len(b)-i]; utf8.RuneStart(c) {
			if c >= utf8.RuneSelf && !utf8.FullRune(b[len(b)-i:]) {
				return b[:len(b)-i]
			}
			break
		}
	}
	return b
}
