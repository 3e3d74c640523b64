package grpcnettest

import (
	"net"
	"sync"
	"time"
)

// A Proxy stands between a node that dials and one that listens, and does to their connections what networks
// do.
type Proxy struct {
	tcp net.Listener

	mu      sync.Mutex
	to      string
	stalled chan struct{} // closed when bytes flow; nil: they do
	delay   time.Duration
	conns   map[net.Conn]struct{}
	taken   int
	closed  bool
	wg      sync.WaitGroup
}

// NewProxy listens on a free port of the loopback device for connections to addr. Close it.
func NewProxy(addr string) (*Proxy, error) {
	tcp, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	p := &Proxy{to: addr, tcp: tcp, conns: map[net.Conn]struct{}{}}
	p.wg.Go(p.accept)
	return p, nil
}

// Addr is where to dial.
func (p *Proxy) Addr() string { return p.tcp.Addr().String() }

// Aim sends connections that come from now on to addr.
func (p *Proxy) Aim(addr string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.to = addr
}

// Taken is how many connections were taken so far.
func (p *Proxy) Taken() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.taken
}

// Cut breaks all connections of now; others may come.
func (p *Proxy) Cut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for c := range p.conns {
		if t, ok := c.(*net.TCPConn); ok {
			_ = t.SetLinger(0) // a reset, as when a process dies
		}
		c.Close()
	}
}

// Stall stops the flow of bytes, Flow lets them go on; connections are taken all the while.
func (p *Proxy) Stall() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.stalled == nil {
		p.stalled = make(chan struct{})
	}
}

// Flow ends a Stall.
func (p *Proxy) Flow() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.stalled != nil {
		close(p.stalled)
		p.stalled = nil
	}
}

// Delay makes every run of bytes wait for d before it goes on.
func (p *Proxy) Delay(d time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.delay = d
}

// Close breaks all connections, and refuses others from now on.
func (p *Proxy) Close() {
	p.mu.Lock()
	p.closed = true
	p.mu.Unlock()
	p.tcp.Close()
	p.Flow()
	p.Cut()
	p.wg.Wait()
}

func (p *Proxy) accept() {
	for {
		c, err := p.tcp.Accept()
		if err != nil {
			return
		}
		p.mu.Lock()
		to := p.to
		p.mu.Unlock()
		d, err := net.Dial("tcp", to)
		if err != nil {
			c.Close()
			continue
		}
		if !p.add(c, d) {
			c.Close()
			d.Close()
			return
		}
		p.wg.Go(func() { p.copy(c, d) })
		p.wg.Go(func() { p.copy(d, c) })
	}
}

func (p *Proxy) add(conns ...net.Conn) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return false
	}
	p.taken++
	for _, c := range conns {
		p.conns[c] = struct{}{}
	}
	return true
}

// copy moves bytes until one side ends, and then ends both.
func (p *Proxy) copy(to, from net.Conn) {
	defer func() {
		to.Close()
		from.Close()
		p.mu.Lock()
		defer p.mu.Unlock()
		delete(p.conns, to)
		delete(p.conns, from)
	}()
	b := make([]byte, 64<<10)
	for {
		n, err := from.Read(b)
		if n > 0 {
			p.hold()
			if _, err := to.Write(b[:n]); err != nil {
				return
			}
		}
		if err != nil {
			return
		}
	}
}

// hold keeps bytes back as Stall and Delay want.
func (p *Proxy) hold() {
	p.mu.Lock()
	stalled, delay := p.stalled, p.delay
	p.mu.Unlock()
	if stalled != nil {
		<-stalled
	}
	if delay > 0 {
		time.Sleep(delay)
	}
}
