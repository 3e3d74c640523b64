package node

import (
	"net"
	"slices"
	"strconv"
	"strings"

	"github.com/mars-project/mars-go/errs"
)

// advertised is the address at which others reach a listener: want as it is given, completed by the port that
// is listened on, else the address listened on. For one that listens on all addresses it is the machine's own
// address towards peer, or the first that is no loopback address.
func advertised(want, listening, peer string) (string, error) {
	host, port, err := net.SplitHostPort(listening)
	if err != nil {
		return "", errs.Wrap(errs.Internal, err, "address %s", listening)
	}
	if want != "" {
		if h, p, err := net.SplitHostPort(want); err == nil && p != "" {
			host, port = h, p
		} else {
			host = bare(want)
		}
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = outward(peer)
	}
	return net.JoinHostPort(host, port), nil
}

// outward is this machine's address as peer sees it. Nothing is sent.
func outward(peer string) string {
	if peer != "" {
		if c, err := net.Dial("udp", peer); err == nil {
			defer func() { _ = c.Close() }()
			if a, ok := c.LocalAddr().(*net.UDPAddr); ok && !a.IP.IsUnspecified() {
				return a.IP.String()
			}
		}
	}
	as, err := net.InterfaceAddrs()
	if err != nil {
		return "127.0.0.1"
	}
	return reached(as)
}

// reached is the address of an interface that others reach: the first of version 4, else the first of version
// 6, and loopback where there is none.
func reached(as []net.Addr) string {
	six := "127.0.0.1"
	for _, a := range slices.Backward(as) {
		if n, ok := a.(*net.IPNet); ok && n.IP.To4() == nil && n.IP.IsGlobalUnicast() {
			six = n.IP.String()
		}
	}
	for _, a := range as {
		if n, ok := a.(*net.IPNet); ok && !n.IP.IsLoopback() && !n.IP.IsLinkLocalUnicast() && n.IP.To4() != nil {
			return n.IP.String()
		}
	}
	return six
}

// bare is a host without the brackets that an address of version 6 has before a port.
func bare(host string) string {
	if in, ok := strings.CutPrefix(host, "["); ok {
		if h, ok := strings.CutSuffix(in, "]"); ok {
			return h
		}
	}
	return host
}

// self is this process in a list of addresses that all processes of the cluster have: the one that is addr,
// or has its port and a name of its host. When it is not there it is addr.
func self(all []string, addr string) string {
	if slices.Contains(all, addr) {
		return addr
	}
	host, port, _ := net.SplitHostPort(addr)
	for _, a := range all {
		h, p, err := net.SplitHostPort(a)
		if err != nil || p != port {
			continue
		}
		if ips, err := net.LookupHost(h); err == nil && slices.Contains(ips, host) {
			return a
		}
	}
	return addr
}

// at is host:port.
func at(host string, port int) string { return net.JoinHostPort(bare(host), strconv.Itoa(port)) }
