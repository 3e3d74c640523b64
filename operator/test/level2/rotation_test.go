//go:build kube

package level2

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"net"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	ctrl "sigs.k8s.io/controller-runtime"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
	crwebhook "sigs.k8s.io/controller-runtime/pkg/webhook"

	"github.com/mars-project/mars-go/operator/internal/certs"
	"github.com/mars-project/mars-go/operator/internal/kubetest"
	"github.com/mars-project/mars-go/operator/internal/webhook"
)

// Certificates and who signs them change while the API server goes on to ask. The clock of who makes them
// begins in the past, for that of the API server cannot be set: a certificate of 61 days ago is valid still,
// and due.
func TestRotation(t *testing.T) {
	cluster.Install(t, "crd")
	cluster.Install(t, "rbac")
	ns, at := cluster.NewNamespace(t), listening(t)
	var clock atomic.Pointer[time.Time]
	ago := func(days int) { x := time.Now().AddDate(0, 0, -days); clock.Store(&x) }
	k := &certs.Keeper{
		Client: cluster.Client, Namespace: kubetest.Namespace, Secret: webhook.Service, Hooks: webhook.Hooks,
		Names: []string{"127.0.0.1"},
		Now:   func() time.Time { return *clock.Load() },
	}
	serve(t, at, k)
	ensure := func() (signers []byte, served *x509.Certificate) {
		t.Helper()
		if _, err := k.Ensure(t.Context()); err != nil {
			t.Fatal(err)
		}
		refused(t, ns)
		signers = secret(t).Data["ca.crt"]
		return signers, dial(t, at, signers)
	}
	for _, x := range []struct {
		what    string
		begin   int // days ago
		signers int // in the end
	}{
		{"the certificate is due", 300, 1},
		{"and who signs it", 500, 2},
	} {
		ago(x.begin)
		if _, err := k.Ensure(t.Context()); err != nil {
			t.Fatal(err)
		}
		ago(61)
		_, before := ensure()
		ago(0)
		signers, now := ensure()
		if now.Equal(before) || bytes.Count(signers, []byte("BEGIN")) != x.signers {
			t.Errorf("%s: it is not changed, or there are not %d signers:\n%s", x.what, x.signers, signers)
		}
		if _, err := before.Verify(x509.VerifyOptions{
			Roots:   pool(signers),
			DNSName: "127.0.0.1",
		}); err != nil {
			t.Errorf("%s: an operator that has the one before is not believed: %v", x.what, err)
		}
		if _, same := ensure(); !same.Equal(now) {
			t.Errorf("%s: it is changed before its time", x.what)
		}
		if err := cluster.Client.Delete(t.Context(), secret(t)); err != nil {
			t.Fatal(err)
		}
	}
}

// serve answers for jobs with the certificates of k.
func serve(t *testing.T, at string, k *certs.Keeper) {
	t.Helper()
	host, port, err := net.SplitHostPort(at)
	if err != nil {
		t.Fatal(err)
	}
	n, err := strconv.Atoi(port)
	if err != nil {
		t.Fatal(err)
	}
	m, err := ctrl.NewManager(cluster.Config, ctrl.Options{
		Scheme: cluster.Scheme, Metrics: metricsserver.Options{BindAddress: "0"},
		WebhookServer: crwebhook.NewServer(crwebhook.Options{
			Host: host, Port: n,
			TLSOpts: []func(*tls.Config){func(c *tls.Config) { c.GetCertificate = k.Certificate }},
		}),
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := webhook.SetupWithManager(m); err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() { done <- m.Start(t.Context()) }() // which ends before the clean-up
	t.Cleanup(func() {
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
}

// dial is the certificate that is served to who believes the signers.
func dial(t *testing.T, at string, signers []byte) *x509.Certificate {
	t.Helper()
	c, err := tls.Dial("tcp", at, &tls.Config{RootCAs: pool(signers)})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	return c.ConnectionState().PeerCertificates[0]
}

func pool(signers []byte) *x509.CertPool {
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(signers)
	return roots
}
