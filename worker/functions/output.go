package functions

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"sync"
)

// A tail keeps the end of what a process writes.
type tail struct {
	mu sync.Mutex
	b  []byte
}

const tailSize = 64 << 10

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.b = append(t.b, p...)
	if len(t.b) > 2*tailSize {
		t.b = append([]byte(nil), t.b[len(t.b)-tailSize:]...)
	}
	return len(p), nil
}

// last are the last lines.
func (t *tail) last(n int) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	lines := bytes.Split(bytes.TrimSpace(t.b), []byte("\n"))
	return string(bytes.Join(lines[max(0, len(lines)-n):], []byte("\n")))
}

// crashLine is a line of what faulthandler writes.
var crashLine = regexp.MustCompile(`(?m)^  File "(.+)", line (\d+) in (\S+)`)

// crashSize is how much of what a process has written last is looked at.
const crashSize = 64 << 10

// crashed is the user's line at which a process has crashed, as faulthandler has written it; empty: none.
func crashed(written []byte) string {
	i := bytes.LastIndex(written, []byte("Fatal Python error: "))
	if i < 0 {
		return ""
	}
	for _, m := range crashLine.FindAllSubmatch(written[i:], -1) {
		file := string(m[1])
		if !strings.Contains(file, "/mars/_worker/") && !strings.Contains(file, "/lib/python") && !strings.HasPrefix(file, "<frozen") {
			return fmt.Sprintf(" at %s:%s in %s", file, m[2], m[3])
		}
	}
	return ""
}
