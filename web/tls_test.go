package web_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"math/big"
	"net/http"
	"strings"
	"testing"
	"time"

	"connectrpc.com/connect"

	marsv1 "github.com/mars-project/mars-go/gen/mars/v1"
	"github.com/mars-project/mars-go/local"
	"github.com/mars-project/mars-go/web"
)

func TestServeOverTLS(t *testing.T) {
	c, err := local.Start(t.Context(), local.Config{Workers: 1, Slots: 1, Memory: 64 << 20})
	if err != nil {
		t.Fatal(err)
	}
	cert, pool := certificate(t)
	s := serve(t, c, func(o *web.Options) { o.TLS = &tls.Config{Certificates: []tls.Certificate{cert}} })
	s.url = strings.Replace(s.url, "http:", "https:", 1)
	s.http.Transport.(bearer).Transport.TLSClientConfig = &tls.Config{RootCAs: pool, ServerName: "mars"}
	s.http.Transport.(bearer).Transport.ForceAttemptHTTP2 = true
	s.dial()
	r, err := s.cluster.GetServer(s.ctx(), &marsv1.GetServerRequest{})
	if err != nil || r.Server.Epoch != s.s.Epoch() {
		t.Errorf("%v, %v", r, err)
	}
	resp, _ := s.fetch("GET", "/readyz", nil)
	if resp.Proto != "HTTP/2.0" {
		t.Errorf("%s", resp.Proto)
	}
	s.http.CloseIdleConnections()
	if err := errors.Join(s.s.Close(context.Background()), c.Close(context.Background())); err != nil {
		t.Error(err)
	}
}

// certificate is one that only the pool knows.
func certificate(t *testing.T) (tls.Certificate, *x509.CertPool) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	tmpl := &x509.Certificate{SerialNumber: big.NewInt(1), DNSNames: []string{"mars"}, NotAfter: time.Now().Add(time.Hour), IsCA: true, BasicConstraintsValid: true}
	der, err := x509.CreateCertificate(rand.Reader, tmpl, tmpl, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	x, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	pool := x509.NewCertPool()
	pool.AddCert(x)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, pool
}

// A server that stops says so, ends streams, and answers who waits with what is known.
func TestClose(t *testing.T) {
	c, err := local.Start(t.Context(), local.Config{Workers: 1, Slots: 1, Memory: 512 << 20})
	if err != nil {
		t.Fatal(err)
	}
	s := serve(t, c, nil)
	s.dial()
	s.begin()
	r, err := s.task.Submit(s.ctx(), &marsv1.SubmitRequest{SessionId: s.id, Graph: s.graphOf(slow())})
	if err != nil {
		t.Fatal(err)
	}
	w, err := s.event.Watch(s.ctx(), &marsv1.WatchRequest{SessionId: s.id})
	if err != nil || !w.Receive() {
		t.Fatal(err, w.Err())
	}
	waited := make(chan *marsv1.GetTaskResponse, 1)
	go func() {
		r, err := s.task.GetTask(context.Background(), &marsv1.GetTaskRequest{SessionId: s.id, TaskId: r.TaskId, WaitMs: 30_000})
		if err != nil {
			t.Errorf("%v", err)
		}
		waited <- r
	}()
	eventually(t, "somebody waits", func() bool {
		_, b := s.fetch("GET", "/metrics", nil)
		return strings.Contains(string(b), "mars_web_in_flight_requests 3\n") // this one, too
	})
	if err := s.s.Close(context.Background()); err != nil {
		t.Error(err)
	}
	for w.Receive() {
	}
	wants(t, w.Err(), connect.CodeUnavailable, marsv1.ErrorKind_ERROR_KIND_UNAVAILABLE, "the server stops")
	<-waited
	rec := recorded{head: http.Header{}}
	req, _ := http.NewRequest(http.MethodGet, "/readyz", http.NoBody)
	s.s.Handler().ServeHTTP(&rec, req)
	if rec.status != http.StatusServiceUnavailable || !strings.Contains(rec.body.String(), "stopping") {
		t.Errorf("%d %s", rec.status, rec.body.String())
	}
	s.http.CloseIdleConnections()
	if err := errors.Join(s.s.Close(context.Background()), c.Close(context.Background())); err != nil {
		t.Error(err)
	}
}
