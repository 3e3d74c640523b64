package functions

import (
	"encoding/binary"
	"os"

	"golang.org/x/sys/unix"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/service/function"
)

// permits are those of a process to begin calls. It takes one for each before it begins it, and passes over
// calls for which there is none. The worker takes back what is left. Each permit is taken by one of the two,
// whoever is stopped or slow in between: the kernel counts them.
type permits int // the descriptor

// newPermits makes those of here, and the descriptor of a process, which the caller closes.
func newPermits() (_ permits, theirs *os.File, err error) {
	fd, err := unix.Eventfd(0, unix.EFD_SEMAPHORE|unix.EFD_CLOEXEC)
	if err != nil {
		return 0, nil, errs.Wrap(errs.Unavailable, err, "permits for a process")
	}
	other, err := unix.FcntlInt(uintptr(fd), unix.F_DUPFD_CLOEXEC, 0)
	if err != nil {
		unix.Close(fd)
		return 0, nil, errs.Wrap(errs.Unavailable, err, "permits for a process")
	}
	theirs = os.NewFile(uintptr(other), "permits") // as a file that blocks: else Fd would make it one
	if err := unix.SetNonblock(fd, true); err != nil {
		unix.Close(fd)
		theirs.Close()
		return 0, nil, errs.Wrap(errs.Unavailable, err, "permits for a process")
	}
	return permits(fd), theirs, nil
}

// add gives one more.
func (p permits) add() {
	_, _ = unix.Write(int(p), binary.NativeEndian.AppendUint64(nil, 1)) // it fails at 2^64 permits
}

// take takes one back. It reports whether there was one.
func (p permits) take() bool {
	var b [8]byte
	n, err := unix.Read(int(p), b[:])
	return err == nil && n == len(b)
}

func (p permits) close() { _ = unix.Close(int(p)) }

// retract takes back what the process has not begun, the last of its line. The Host's lock is held.
func (p *process) retract() (back []function.Call) {
	n := 0
	for !p.closed && p.permits.take() {
		n++
	}
	at := len(p.line) - min(n, len(p.line))
	for _, id := range p.line[at:] {
		back = append(back, p.sent[id].id)
		delete(p.sent, id)
		p.back[id] = true
	}
	p.line = p.line[:at:at]
	return back
}

// passed says that the process has passed over a call. Errors: Invalid, it had a permit.
func (p *process) passed(id uint32) error {
	p.h.mu.Lock()
	defer p.h.mu.Unlock()
	if !p.back[id] {
		return errs.New(errs.Invalid, "it passes over call %d, which was not taken back", id)
	}
	if delete(p.back, id); len(p.back) == 0 {
		p.h.decide(function.Passed{Proc: p.id})
	}
	return nil
}
