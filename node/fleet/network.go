package fleet

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"

	"golang.org/x/sys/unix"

	"github.com/mars-project/mars-go/errs"
)

// A Network is a bridge with hosts: network namespaces of this machine, each with a link that can be cut. It
// takes the rights of root and the program ip (Debian: iproute2).
type Network struct {
	name  string
	sub   int
	mu    sync.Mutex
	hosts []*Host
}

// A Host is one of them. The nil Host is the machine itself, without a network.
type Host struct {
	n    *Network
	name string
	link string
	// Addr is its address on the bridge.
	Addr string

	once   sync.Once
	calls  chan func()
	failed error
}

// NewNetwork makes a bridge. Close it. Outcomes: 1. nil. 2. Denied: this user may not, or there is no program
// ip.
func NewNetwork() (*Network, error) {
	sub := os.Getpid()%200 + 20
	n := &Network{name: fmt.Sprintf("mars%d", os.Getpid()%100000), sub: sub}
	for _, args := range [][]string{{"link", "add", n.name, "type", "bridge"}, {"addr", "add", n.Addr() + "/24", "dev", n.name}, {"link", "set", n.name, "up"}} {
		if err := ip(args...); err != nil {
			n.Close()
			return nil, errs.Wrap(errs.Denied, err, "make hosts (it takes root and iproute2)")
		}
	}
	return n, nil
}

// Addr is where hosts reach this process.
func (n *Network) Addr() string { return fmt.Sprintf("10.%d.77.1", n.sub) }

// Host adds a host.
func (n *Network) Host() (*Host, error) {
	n.mu.Lock()
	i := len(n.hosts)
	h := &Host{n: n, name: fmt.Sprintf("%s-%d", n.name, i), link: fmt.Sprintf("%sv%d", n.name, i), Addr: fmt.Sprintf("10.%d.77.%d", n.sub, i+2)}
	n.hosts = append(n.hosts, h)
	n.mu.Unlock()
	for _, args := range [][]string{
		{"netns", "add", h.name},
		{"link", "add", h.link, "type", "veth", "peer", "name", "eth0", "netns", h.name},
		{"link", "set", h.link, "master", n.name},
		{"link", "set", h.link, "up"},
		{"-n", h.name, "addr", "add", h.Addr + "/24", "dev", "eth0"},
		{"-n", h.name, "link", "set", "eth0", "up"},
		{"-n", h.name, "link", "set", "lo", "up"},
	} {
		if err := ip(args...); err != nil {
			return nil, errs.Wrap(errs.Denied, err, "make host %s", h.name)
		}
	}
	return h, nil
}

// Cut breaks the link of a host: packets are lost both ways, connections hear nothing.
func (h *Host) Cut() error { return ip("link", "set", h.link, "down") }

// Heal mends it.
func (h *Host) Heal() error { return ip("link", "set", h.link, "up") }

// run calls f, which starts a process, on the host.
func (h *Host) run(f func() error) error {
	if h == nil {
		return f()
	}
	h.once.Do(func() {
		h.calls = make(chan func())
		go h.live()
	})
	done := make(chan error, 1)
	h.calls <- func() {
		err := h.failed
		if err == nil {
			err = f()
		}
		done <- err
	}
	return <-done
}

// live runs what is called on a thread of the host. The thread lives as long as the network: processes that
// it starts die with it.
func (h *Host) live() {
	runtime.LockOSThread() // and never unlocked: no other goroutine may run on the host
	ns, err := os.Open(filepath.Join("/var/run/netns", h.name))
	if err == nil {
		err = unix.Setns(int(ns.Fd()), unix.CLONE_NEWNET)
		_ = ns.Close()
	}
	h.failed = err
	for f := range h.calls {
		f()
	}
}

// Close takes the hosts and the bridge away. What still runs on them is killed.
func (n *Network) Close() {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, h := range n.hosts {
		h.once.Do(func() {})
		if h.calls != nil {
			close(h.calls)
		}
		_ = ip("link", "del", h.link)
		_ = ip("netns", "del", h.name)
	}
	_ = ip("link", "del", n.name)
}

func ip(args ...string) error {
	out, err := exec.Command("ip", args...).CombinedOutput()
	if err != nil {
		return fmt.Errorf("ip %s: %w: %s", strings.Join(args, " "), err, strings.TrimSpace(string(out)))
	}
	return nil
}
