package grpcnet

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"slices"
	"strings"

	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/peer"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/oscar"
)

// RoleURI is what a certificate carries among its URIs (subjectAltName) to say that its holder may be a node of a role:
// RoleURI + "worker". A certificate may name several roles.
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

func checkTLS(c *tls.Config) error {
	if c.GetConfigForClient != nil { // it answers for what the fields below say
		return nil
	}
	if len(c.Certificates) == 0 && (c.GetCertificate == nil || c.GetClientCertificate == nil) {
		return errs.New(errs.Invalid, "grpcnet: Options.TLS has no certificate; both sides must prove who they are")
	}
	if c.RootCAs == nil && c.ClientCAs == nil {
		return errs.New(errs.Invalid, "grpcnet: Options.TLS has neither RootCAs nor ClientCAs to verify peers by")
	}
	return nil
}

// sides are the credentials for those who dial us, and for those we dial.
func sides(c *tls.Config) (server, client credentials.TransportCredentials) {
	s, d := c.Clone(), c.Clone()
	for _, x := range []*tls.Config{s, d} {
		x.MinVersion = max(x.MinVersion, tls.VersionTLS12)
		if x.ClientCAs == nil {
			x.ClientCAs = x.RootCAs
		}
		if x.RootCAs == nil {
			x.RootCAs = x.ClientCAs
		}
	}
	s.ClientAuth = tls.RequireAndVerifyClientCert
	return credentials.NewTLS(s), credentials.NewTLS(d)
}
