package worker

import (
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"golang.org/x/sys/unix"

	"github.com/mars-project/mars-go/errs"
)

// A PortRange is ports that members of gangs may have, both ends with it.
type PortRange struct{ From, To int }

// DefaultPorts are those where nobody says others.
var DefaultPorts = PortRange{29500, 29999}

func (r PortRange) String() string { return fmt.Sprintf("%d-%d", r.From, r.To) }

// portRest is how long a port that was given back is given to nobody: peers of who had it may still send
// there.
const portRest = time.Minute

// ports leases ports of this machine. All workers of a user on it share a folder with a file for each: who
// has the file's lock has the port, and the file's time is when it was given back.
type ports struct {
	PortRange
	dir  string
	rest time.Duration
	now  func() time.Time
	// bound reports that somebody listens at a port who was not given it here.
	bound func(port int) bool
}

// newPorts are those of a range on this machine.
func newPorts(r PortRange) *ports {
	if r == (PortRange{}) {
		r = DefaultPorts
	}
	dir := filepath.Join(os.TempDir(), fmt.Sprintf("mars-ports-%d", os.Getuid()))
	return &ports{PortRange: r, dir: dir, rest: portRest, now: time.Now, bound: bound}
}

func bound(port int) bool {
	l, err := net.Listen("tcp", ":"+strconv.Itoa(port))
	if err != nil {
		return true
	}
	return l.Close() != nil
}

// A lease is ports that somebody has.
type portLease struct {
	ports []int
	files []*os.File
	now   func() time.Time
}

// lease gives n ports that nobody has, those first that were given back longest ago. Unavailable: there are
// not so many.
func (p *ports) lease(n int) (*portLease, error) {
	l := &portLease{now: p.now}
	if n == 0 {
		return l, nil
	}
	if err := os.MkdirAll(p.dir, 0o700); err != nil {
		return nil, errs.Wrap(errs.Unavailable, err, "keep account of ports")
	}
	type place struct {
		port int
		used time.Time
	}
	var all []place
	for port := p.From; port <= p.To; port++ {
		x := place{port: port}
		if i, err := os.Stat(p.file(port)); err == nil && i.Size() > 0 {
			x.used = i.ModTime()
		}
		all = append(all, x)
	}
	slices.SortStableFunc(all, func(a, b place) int { return a.used.Compare(b.used) })
	for _, x := range all {
		if len(l.ports) == n {
			break
		}
		if p.now().Sub(x.used) < p.rest {
			break // and so are those behind it
		}
		if f := p.take(x.port); f != nil {
			l.ports, l.files = append(l.ports, x.port), append(l.files, f)
		}
	}
	if len(l.ports) < n {
		_ = l.drop() // nothing was written to them
		return nil, errs.New(errs.Unavailable, "no %d ports are free of %s, a port rests for %s after use; --functions-ports gives others", n, p.PortRange, p.rest)
	}
	if err := l.stamp(); err != nil { // should this process end, they rest all the same
		_ = l.drop()
		return nil, errs.Wrap(errs.Unavailable, err, "keep account of ports")
	}
	return l, nil
}

func (p *ports) file(port int) string { return filepath.Join(p.dir, strconv.Itoa(port)) }

// take is the locked file of a port; nil: somebody has it, or has had it just now.
func (p *ports) take(port int) *os.File {
	f, err := os.OpenFile(p.file(port), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil
	}
	made := false
	if i, err := f.Stat(); err == nil {
		made = i.Size() == 0
	}
	if unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB) != nil {
		_ = f.Close()
		return nil
	}
	// somebody may have had it between the look at its time and the lock
	i, err := f.Stat()
	if err != nil || !made && p.now().Sub(i.ModTime()) < p.rest || p.bound(port) {
		_ = f.Close()
		return nil
	}
	return f
}

// stamp notes that the ports are used now.
func (l *portLease) stamp() (err error) {
	for _, f := range l.files {
		_, e := f.WriteAt([]byte("used"), 0)
		err = errors.Join(err, e, os.Chtimes(f.Name(), l.now(), l.now()))
	}
	return err
}

// drop ends the lease.
func (l *portLease) drop() (err error) {
	for _, f := range l.files {
		err = errors.Join(err, f.Close())
	}
	l.files = nil
	return err
}

// give gives the ports back, which rest from now on.
func (l *portLease) give() error { return errors.Join(l.stamp(), l.drop()) }
