package node

import (
	"net"
	"testing"
)

func TestAdvertised(t *testing.T) {
	tcp := func(ip string) string { return net.JoinHostPort(ip, "7001") }
	for _, c := range []struct {
		name, want           string
		listening, peer, get string
	}{
		{"as it listens", "", tcp("127.0.0.2"), "", "127.0.0.2:7001"},
		{"a host", "mars.example", tcp("0.0.0.0"), "", "mars.example:7001"},
		{"a host and a port", "10.0.0.9:80", tcp("127.0.0.1"), "", "10.0.0.9:80"},
		{"all addresses, towards a peer", "", tcp("0.0.0.0"), "127.0.0.1:9", "127.0.0.1:7001"},
		{"told to advertise all", "0.0.0.0", tcp("127.0.0.3"), "127.0.0.1:9", "127.0.0.1:7001"},
		{"IPv6", "", tcp("::1"), "", "[::1]:7001"},
		{"a host of IPv6", "::2", tcp("::1"), "", "[::2]:7001"},
		{"a host in brackets", "[::2]", tcp("::1"), "", "[::2]:7001"},
		{"a host of IPv6 and a port", "[::2]:80", tcp("::1"), "", "[::2]:80"},
		{"all addresses of IPv6, towards a peer", "", tcp("::"), "127.0.0.1:9", "127.0.0.1:7001"},
	} {
		if got, err := advertised(c.want, c.listening, c.peer); err != nil || got != c.get {
			t.Errorf("%s: %s, %v; want %s", c.name, got, err, c.get)
		}
	}
	all := []string{"10.0.0.1:7001", "localhost:7002", "10.0.0.1:7003"}
	for addr, want := range map[string]string{"10.0.0.1:7001": "10.0.0.1:7001", "127.0.0.1:7002": "localhost:7002", "127.0.0.1:7001": "127.0.0.1:7001", "10.0.0.9:7": "10.0.0.9:7"} {
		if got := self(all, addr); got != want {
			t.Errorf("%s is %s in the list, want %s", addr, got, want)
		}
	}
	got, err := advertised("", tcp("0.0.0.0"), "")
	if err != nil {
		t.Fatal(err)
	}
	host, _, _ := net.SplitHostPort(got)
	if ip := net.ParseIP(host); ip == nil || ip.IsUnspecified() {
		t.Errorf("nobody reaches %s", got)
	}
}

func TestReached(t *testing.T) {
	for want, list := range map[string][]string{
		"10.0.0.1":    {"127.0.0.1/8", "::1/128", "2001:db8::1/64", "169.254.0.1/16", "10.0.0.1/8", "10.0.0.2/8"},
		"2001:db8::1": {"::1/128", "fe80::1/64", "2001:db8::1/64", "2001:db8::2/64", "127.0.0.1/8"},
		"127.0.0.1":   {"::1/128", "fe80::1/64"},
	} {
		var as []net.Addr
		for _, s := range list {
			ip, n, err := net.ParseCIDR(s)
			if err != nil {
				t.Fatal(err)
			}
			as = append(as, &net.IPNet{IP: ip, Mask: n.Mask})
		}
		if got := reached(as); got != want {
			t.Errorf("%v: %s, want %s", list, got, want)
		}
	}
}
