package grpcnet_test

import (
	"cmp"
	"context"
	"crypto/tls"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/oscar"
	"github.com/mars-project/mars-go/oscar/grpcnet"
	"github.com/mars-project/mars-go/oscar/grpcnet/grpcnettest"
)

func TestRefusals(t *testing.T) {
	ca, other := must(grpcnettest.NewCA()), must(grpcnettest.NewCA())
	as := func(c *grpcnettest.CA, role string, certified ...string) grpcnet.Options {
		return grpcnet.Options{TLS: must(c.TLS(certified...)), Role: role}
	}
	only := func(o grpcnet.Options, roles ...string) grpcnet.Options {
		o.Allow = grpcnet.Only(roles...)
		return o
	}
	named := func(o grpcnet.Options) grpcnet.Options {
		o.Names = true
		return o
	}
	supervisor, worker := as(ca, "supervisor", "supervisor"), as(ca, "worker", "worker")
	v := func(v string) oscar.Options { return oscar.Options{Version: v} }
	for _, c := range []struct {
		name      string
		a, b      string // names of the nodes; empty: a and b
		from, to  oscar.Options
		dial, lis grpcnet.Options
		kind      errs.Kind
		late      bool     // the refusal comes after the end of the dialer's handshake and may be lost: then Unavailable
		words     []string // none: they are linked
	}{
		{name: "no certificates, no roles"},
		{name: "versions", from: v("1.2"), to: v("1.3"), kind: errs.Invalid, words: []string{`node b is version "1.3"`, `node a is version "1.2"`}},
		{name: "mutual TLS", dial: worker, lis: supervisor},
		{name: "a certificate of two roles", dial: as(ca, "worker", "supervisor", "worker"), lis: supervisor},
		{
			name: "a worker that poses as a supervisor", dial: as(ca, "supervisor", "worker"), lis: supervisor,
			kind: errs.Denied, words: []string{`node "a" claims to be a "supervisor", its certificate is that of ["worker"]`},
		},
		{
			name: "a worker that listens as a supervisor", dial: worker, lis: as(ca, "supervisor", "worker"),
			kind: errs.Denied, words: []string{`node "b" claims to be a "supervisor"`},
		},
		{name: "a certificate without role", dial: as(ca, "worker"), lis: supervisor, kind: errs.Denied, words: []string{`certificate is that of []`}},
		{name: "a listener of another authority", dial: as(other, "worker", "worker"), lis: supervisor, kind: errs.Denied, words: []string{"certificate"}},
		{
			name: "a dialer of another authority", late: true, kind: errs.Denied, words: []string{"dial"},
			dial: func() grpcnet.Options {
				o := as(other, "worker", "worker")
				o.TLS.RootCAs = ca.Pool
				return o
			}(), lis: supervisor,
		},
		{name: "no TLS here", dial: grpcnet.Options{}, lis: supervisor, kind: errs.Unavailable, words: []string{"dial"}},
		{name: "no TLS there", dial: worker, lis: grpcnet.Options{}, kind: errs.Denied, words: []string{"tls"}},
		{
			name: "a role that may not come", dial: worker, lis: only(supervisor, "supervisor"),
			kind: errs.Denied, words: []string{`node a is a "worker": only supervisor may be linked here`},
		},
		{
			name: "a role that was not looked for", dial: only(worker, "supervisor"), lis: worker,
			kind: errs.Denied, words: []string{`node b is a "worker": only supervisor`},
		},
		{name: "names that certificates have", dial: named(worker), lis: named(supervisor), a: "127.0.0.1:7103", b: "localhost:7001"},
		{
			name: "a name that its certificate does not have", dial: worker, lis: named(supervisor), a: "10.0.0.9:7103",
			kind: errs.Denied, words: []string{`node "10.0.0.9:7103" is not who its certificate names`},
		},
		{name: "one secret", dial: grpcnet.Options{Secret: []byte("of the cluster")}, lis: grpcnet.Options{Secret: []byte("of the cluster")}},
		{
			name: "two secrets", dial: grpcnet.Options{Secret: []byte("of one cluster")}, lis: grpcnet.Options{Secret: []byte("of another")},
			kind: errs.Denied, words: []string{`node "b" does not know the secret of this cluster`},
		},
		{
			name: "a secret there alone", lis: grpcnet.Options{Secret: []byte("of the cluster")},
			kind: errs.Denied, words: []string{`node "a" shows no secret of the cluster, which this one asks for`},
		},
		{
			name: "a secret here alone", dial: grpcnet.Options{Secret: []byte("of the cluster")},
			kind: errs.Denied, words: []string{`node "a" has a secret of the cluster, this one has none`},
		},
		{name: "roles that may", dial: only(worker, "supervisor"), lis: only(supervisor, "worker")},
	} {
		t.Run(c.name, func(t *testing.T) {
			a, b := system(t, cmp.Or(c.a, "a"), c.from), system(t, cmp.Or(c.b, "b"), c.to)
			_, at := spawn(t, b)
			conn, err := dial(t, a, listen(t, b, c.lis).Addr(), c.dial)
			if c.words != nil {
				if c.late && errs.Is(err, errs.Unavailable) {
					c.kind = errs.Unavailable
				}
				wantErr(t, err, c.kind, c.words...)
				if n := len(a.Linked()); n > 0 {
					t.Errorf("%d links", n)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			echo(t, a, at)
			if conn.Role() != c.lis.Role || conn.Peer().Node != cmp.Or(c.b, "b") {
				t.Errorf("linked to %+v, a %q", conn.Peer(), conn.Role())
			}
		})
	}
}

func TestOptionsAreChecked(t *testing.T) {
	ca := must(grpcnettest.NewCA())
	cert := must(ca.Sign("worker"))
	a := system(t, "a")
	for _, c := range []struct {
		o     grpcnet.Options
		words string
	}{
		{grpcnet.Options{Grace: -1}, "negative"},
		{grpcnet.Options{TLS: &tls.Config{RootCAs: ca.Pool}}, "no certificate"},
		{grpcnet.Options{TLS: &tls.Config{Certificates: []tls.Certificate{cert}, RootCAs: ca.Pool, InsecureSkipVerify: true}}, "InsecureSkipVerify"},
		{grpcnet.Options{TLS: &tls.Config{Certificates: []tls.Certificate{cert}}}, "neither RootCAs nor ClientCAs"},
	} {
		_, err := grpcnet.Dial(t.Context(), a, "127.0.0.1:1", c.o)
		wantErr(t, err, errs.Invalid, c.words)
		_, err = grpcnet.Listen(t.Context(), a, "127.0.0.1:0", c.o)
		wantErr(t, err, errs.Invalid, c.words)
	}
}

func TestDialOfNobody(t *testing.T) {
	a := system(t, "a")
	_, err := dial(t, a, "127.0.0.1:1", grpcnet.Options{})
	wantErr(t, err, errs.Unavailable, "dial 127.0.0.1:1", "nobody listens")
	// One that takes connections and says nothing.
	l := must(net.Listen("tcp", "127.0.0.1:0"))
	defer l.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	_, err = grpcnet.Dial(ctx, a, l.Addr().String(), grpcnet.Options{Log: quiet})
	wantErr(t, err, errs.Canceled)
	web := httptest.NewServer(http.NotFoundHandler())
	defer web.Close()
	_, err = dial(t, a, web.Listener.Addr().String(), grpcnet.Options{})
	wantErr(t, err, errs.Unavailable, "dial 127.0.0.1:")
	_, err = grpcnet.Listen(t.Context(), a, l.Addr().String(), grpcnet.Options{})
	wantErr(t, err, errs.Unavailable, "in use")
}

func TestAListenerThatWasClosed(t *testing.T) {
	a, b := system(t, "a"), system(t, "b")
	l := listen(t, b, sturdy)
	c := must(dial(t, a, l.Addr(), sturdy))
	if err := l.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	wait(t, c.Done(), "the link has no end")
	wantErr(t, c.Err(), errs.Unavailable, "node b does not listen any more")
	_, err := dial(t, a, l.Addr(), sturdy)
	wantErr(t, err, errs.Unavailable, "nobody listens")
}

func TestANodeThatWasClosed(t *testing.T) {
	a, b := system(t, "a"), system(t, "b")
	l := listen(t, b, sturdy)
	c := must(dial(t, a, l.Addr(), sturdy))
	if err := b.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	wait(t, c.Done(), "the link has no end")
	wantErr(t, c.Err(), errs.Unavailable, "node b closed the link")
	_, err := dial(t, a, l.Addr(), sturdy)
	wantErr(t, err, errs.Unavailable, "node b is closed")
}

func TestLoadTLS(t *testing.T) {
	dir := t.TempDir()
	file := func(name string) string { return filepath.Join(dir, name) }
	ca := must(grpcnettest.NewCA())
	write := func(roles ...string) {
		if err := ca.WriteFiles(dir, roles...); err != nil {
			t.Fatal(err)
		}
	}
	write("worker")
	load := func() (*tls.Config, error) { return grpcnet.LoadTLS(file("cert.pem"), file("key.pem"), file("ca.pem")) }
	c := must(load())
	b := system(t, "b")
	l := listen(t, b, grpcnet.Options{TLS: must(load()), Role: "worker"})
	if _, err := dial(t, system(t, "a"), l.Addr(), grpcnet.Options{TLS: c, Role: "worker"}); err != nil {
		t.Error(err)
	}
	_, err := dial(t, system(t, "c"), l.Addr(), grpcnet.Options{TLS: c, Role: "supervisor"})
	wantErr(t, err, errs.Denied, `claims to be a "supervisor"`)
	write("worker", "supervisor") // a renewed certificate is used without loading again
	if _, err := dial(t, system(t, "c"), l.Addr(), grpcnet.Options{TLS: c, Role: "supervisor"}); err != nil {
		t.Error(err)
	}
	if err := os.WriteFile(file("key.pem"), []byte("half a ke"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := dial(t, system(t, "d"), l.Addr(), grpcnet.Options{TLS: c, Role: "supervisor"}); err != nil {
		t.Errorf("with a key file being written: %v", err)
	}
	_, err = load()
	wantErr(t, err, errs.Invalid, "certificate of TLS")
	if err := os.WriteFile(file("ca.pem"), []byte("nothing"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err = load()
	wantErr(t, err, errs.Invalid, "no certificate in")
	_, err = grpcnet.LoadTLS(file("cert.pem"), file("key.pem"), file("none.pem"))
	wantErr(t, err, errs.Invalid, "none.pem")
}
