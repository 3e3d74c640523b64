// Package loopback knows the names of this machine for itself alone, and where a cluster leaves its token for
// other programs of the same user.
//
// Floor 0.
package loopback

import (
	"net/netip"
	"strings"
)

// Host says whether a host, without a port, is this machine for itself alone: an address of loopback or a
// name that leads to one by RFC 6761, section 6.3.
func Host(host string) bool {
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	if host == "localhost" || strings.HasSuffix(host, ".localhost") {
		return true
	}
	a, err := netip.ParseAddr(strings.Trim(host, "[]"))
	return err == nil && a.Unmap().IsLoopback()
}
