package podbox

import (
	"context"
	"io"
	"net"
	"strconv"
	"sync"

	corev1 "k8s.io/api/core/v1"
)

// hostIP is the address of the node, which nobody outside this machine reaches.
const hostIP = "127.0.0.1"

// A door is a port of the node that leads to a service.
type door struct {
	uid    string // of the service
	listen net.Listener
	mu     sync.Mutex
	open   map[net.Conn]bool
	shut   bool
}

// lookAtDoors opens the ports of services of type NodePort that are new, and closes those that are gone.
func (b *Box) lookAtDoors(ctx context.Context) error {
	var all corev1.ServiceList
	if err := b.Client.List(ctx, &all); err != nil {
		return err
	}
	there := map[int32]bool{}
	for i := range all.Items {
		s := &all.Items[i]
		for _, p := range s.Spec.Ports {
			if s.Spec.Type != corev1.ServiceTypeNodePort || p.NodePort == 0 {
				continue
			}
			there[p.NodePort] = true
			if d := b.doors[p.NodePort]; d != nil && d.uid == string(s.UID) {
				continue
			} else if d != nil {
				d.close()
			}
			l, err := net.Listen("tcp", net.JoinHostPort(hostIP, strconv.Itoa(int(p.NodePort))))
			if err != nil {
				return err
			}
			d := &door{uid: string(s.UID), listen: l, open: map[net.Conn]bool{}}
			b.doors[p.NodePort] = d
			b.wg.Go(func() { d.serve(func() (string, error) { return behind(ctx, b.Client, s, p) }) })
		}
	}
	for port, d := range b.doors {
		if !there[port] {
			d.close()
			delete(b.doors, port)
		}
	}
	return nil
}

// serve leads who comes to where to says, until the door is closed.
func (d *door) serve(to func() (string, error)) {
	var wg sync.WaitGroup
	defer wg.Wait()
	for {
		in, err := d.listen.Accept()
		if err != nil {
			return
		}
		wg.Go(func() {
			defer in.Close()
			at, err := to()
			if err != nil {
				return // as with a service that has no pods: nobody answers
			}
			out, err := net.Dial("tcp", at)
			if err != nil {
				return
			}
			defer out.Close()
			if !d.keep(in, out) {
				return
			}
			defer d.forget(in, out)
			both(in, out)
		})
	}
}

// both passes on what either side says, until both have said all.
func both(a, b net.Conn) {
	var wg sync.WaitGroup
	for _, x := range [][2]net.Conn{{a, b}, {b, a}} {
		wg.Go(func() {
			_, _ = io.Copy(x[0], x[1])
			if c, ok := x[0].(*net.TCPConn); ok {
				_ = c.CloseWrite()
			}
		})
	}
	wg.Wait()
}

// keep remembers connections, and says whether the door is open still.
func (d *door) keep(cs ...net.Conn) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, c := range cs {
		d.open[c] = true
	}
	return !d.shut
}

func (d *door) forget(cs ...net.Conn) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, c := range cs {
		delete(d.open, c)
	}
}

// close ends it, and what goes through it.
func (d *door) close() {
	_ = d.listen.Close()
	d.mu.Lock()
	defer d.mu.Unlock()
	d.shut = true
	for c := range d.open {
		_ = c.Close()
	}
}
