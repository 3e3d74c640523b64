package webfile

import (
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

// A user names the files that a worker reads, and a worker reaches what its user does not: the metadata
// service of the cloud that it runs in, which hands out the keys of the machine, answers at a link-local
// address. So these are no sources of files, by whatever name or redirect they are asked for: the address is
// looked at when it is dialled, and the name for the sake of proxies.

// metadata are services of metadata at addresses that are not link-local.
var metadata = map[netip.Addr]bool{
	netip.MustParseAddr("fd00:ec2::254"):   true, // AWS
	netip.MustParseAddr("100.100.100.200"): true, // Alibaba Cloud
	netip.MustParseAddr("fd20:ce::254"):    true, // Google Cloud
	netip.MustParseAddr("168.63.129.16"):   true, // Azure
	netip.MustParseAddr("192.0.0.192"):     true, // Oracle Cloud
}

func mayRead(a netip.Addr) error {
	a = a.Unmap().WithZone("")
	if a.IsLinkLocalUnicast() || a.IsMulticast() || a.IsUnspecified() || metadata[a] {
		return errs.New(errs.Denied, "files are not read from %s, which is link-local or a service of the cloud's metadata", a)
	}
	return nil
}

var within atomic.Pointer[[]*url.URL]

// Within bounds what this process reads of web servers to what is below some URLs, redirects too. Nil: there
// are no bounds.
func Within(urls []*url.URL) {
	if urls == nil {
		within.Store(nil)
		return
	}
	within.Store(&urls)
}

// reaching is the transport of files: it refuses what is not to be read.
type reaching struct{ http.RoundTripper }

func newTransport() http.RoundTripper {
	t := http.DefaultTransport.(*http.Transport).Clone()
	d := &net.Dialer{Timeout: 30 * time.Second, KeepAlive: 30 * time.Second, Control: func(_, address string, _ syscall.RawConn) error {
		a, err := netip.ParseAddrPort(address)
		if err != nil {
			return errs.Wrap(errs.Invalid, err, "address")
		}
		return mayRead(a.Addr())
	}}
	t.DialContext = d.DialContext
	return reaching{patient{t}}
}

func (r reaching) RoundTrip(q *http.Request) (*http.Response, error) {
	host := strings.ToLower(strings.TrimSuffix(q.URL.Hostname(), "."))
	if a, err := netip.ParseAddr(host); err == nil {
		if err := mayRead(a); err != nil {
			return nil, err
		}
	}
	if host == "metadata" || host == "metadata.google.internal" {
		return nil, errs.New(errs.Denied, "files are not read from %s, the service of the cloud's metadata", host)
	}
	if b := within.Load(); b != nil && !op.Below(*b, q.URL.String()) {
		return nil, errs.New(errs.Denied, "%s is none of the places whose files may be read (--files-url)", q.URL.Redacted())
	}
	return r.RoundTripper.RoundTrip(q)
}
