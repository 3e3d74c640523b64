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
