package grpcnet

import (
	"context"
	"crypto/x509"
	"net"
	"slices"
	"strings"

	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/peer"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/oscar"
)

// RoleURI is what a certificate carries among its URIs (subjectAltName) to say that its holder may be a node
// of a role: RoleURI + "worker". A certificate may name several roles.
const RoleURI = "spiffe://mars/role/"

// RolesOf is the roles that a certificate names.
func RolesOf(c *x509.Certificate) (roles []string) {
	for _, u := range c.URIs {
		if r, ok := strings.CutPrefix(u.String(), RoleURI); ok {
			roles = append(roles, r)
		}
	}
	return roles
}

// Only is an Options.Allow for peers of certain roles.
func Only(roles ...string) func(oscar.Hello, string) error {
	return func(peer oscar.Hello, role string) error {
		if slices.Contains(roles, role) {
			return nil
		}
		return errs.New(errs.Denied, "node %s is a %q: only %s may be linked here", peer.Node, role, strings.Join(roles, ", "))
	}
}

// admit says whether a peer that said h over a stream with context ctx may be linked.
func (o *Options) admit(ctx context.Context, h *hello) error {
	if o.TLS != nil {
		p, _ := peer.FromContext(ctx)
		if p == nil {
			return errs.New(errs.Denied, "node %q: no certificate", h.Node.Node)
		}
		info, ok := p.AuthInfo.(credentials.TLSInfo)
		if !ok || len(info.State.PeerCertificates) == 0 {
			return errs.New(errs.Denied, "node %q: no certificate", h.Node.Node)
		}
		if host, _, err := net.SplitHostPort(h.Node.Node); o.Names && err == nil {
			if err := info.State.PeerCertificates[0].VerifyHostname(host); err != nil {
				return errs.New(errs.Denied, "node %q is not who its certificate names: %s", h.Node.Node, err)
			}
		}
		if roles := RolesOf(info.State.PeerCertificates[0]); !slices.Contains(roles, h.Role) {
			return errs.New(errs.Denied, "node %q claims to be a %q, its certificate is that of %q", h.Node.Node, h.Role, roles)
		}
	}
	if o.Allow != nil {
		if err := o.Allow(h.Node, h.Role); err != nil {
			return errs.Wrap(kindOr(err, errs.Denied), err, "node %q is not allowed", h.Node.Node)
		}
	}
	return nil
}

// kindOr is the kind of err, or k if it was given none.
func kindOr(err error, k errs.Kind) errs.Kind {
	if e := errs.KindOf(err); e != errs.Internal {
		return e
	}
	return k
}
