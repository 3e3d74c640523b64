package host

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"sync"
	"time"
)

// ticksPerSecond is the unit of CPU times in /proc: USER_HZ, which is 100 on every Linux that Go runs on.
const ticksPerSecond = 100

// CPUTime is the time that all threads of this process have run so far, in user and kernel.
func CPUTime() (time.Duration, error) { return cpuTime(os.DirFS("/proc"), "self/stat", own) }

// CPUTimeOf is CPUTime of another process.
func CPUTimeOf(pid int) (time.Duration, error) {
	return cpuTime(os.DirFS("/proc"), strconv.Itoa(pid)+"/stat", own)
}

// CPUTimeWith is CPUTimeOf with that of those of its children that have ended, and were waited for.
func CPUTimeWith(pid int) (time.Duration, error) {
	return cpuTime(os.DirFS("/proc"), strconv.Itoa(pid)+"/stat", family)
}

// How many times are added: of user and kernel, then of those of children.
const (
	own    = 2
	family = 4
)

func cpuTime(proc fs.FS, name string, times int) (time.Duration, error) {
	b, err := fs.ReadFile(proc, name)
	if err != nil {
		return 0, err
	}
	// The name of the program may hold anything, also ") ": fields are counted from its last parenthesis. See
	// proc(5): utime, stime, cutime and cstime are fields 14 to 17, the state that follows the name is field
	// 3.
	f := bytes.Fields(b[bytes.LastIndexByte(b, ')')+1:])
	if len(f) < 11+times {
		return 0, fmt.Errorf("%s has %d fields behind the name", name, len(f))
	}
	var ticks int64
	for _, x := range f[11 : 11+times] {
		n, err := strconv.ParseInt(string(x), 10, 64)
		if err != nil || n < 0 {
			return 0, fmt.Errorf("%s: %q is not a CPU time", name, x)
		}
		ticks += n
	}
	return time.Duration(ticks) * (time.Second / ticksPerSecond), nil
}

// A Meter tells how many cores this process has kept busy lately. It is safe for concurrent use.
type Meter struct {
	window time.Duration
	read   func() (time.Duration, error)

	mu   sync.Mutex
	seen []reading // oldest first; the first is older than the window unless the meter is young
}

type reading struct {
	at  time.Time
	cpu time.Duration
}

// NewMeter makes a meter that averages over a window, which begins no later than now. Its precision is 10 ms
// of CPU time.
func NewMeter(window time.Duration) *Meter { return MeterOf(window, CPUTime) }

// MeterOf is NewMeter of others: read is how long they have run so far.
func MeterOf(window time.Duration, read func() (time.Duration, error)) *Meter {
	m := &Meter{window: window, read: read}
	m.Cores()
	return m
}

// shortest is the least time over which anything can be said: CPU time comes in steps of 10 ms.
const shortest = 200 * time.Millisecond

// Cores is how many cores were busy on average, from the last call that is a window ago until now; never
// negative, and 0 while the meter is too young to tell. Call it several times a window.
func (m *Meter) Cores() float64 {
	m.mu.Lock()
	defer m.mu.Unlock()
	cpu, err := m.read()
	if err != nil {
		return 0 // there is no /proc: nothing is known
	}
	now := reading{time.Now(), cpu}
	for len(m.seen) > 1 && now.at.Sub(m.seen[1].at) >= m.window {
		m.seen = m.seen[1:]
	}
	m.seen = append(m.seen, now)
	d := now.at.Sub(m.seen[0].at)
	if d < shortest {
		return 0
	}
	return max(0, float64(now.cpu-m.seen[0].cpu)/float64(d))
}
