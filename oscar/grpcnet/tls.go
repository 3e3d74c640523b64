package grpcnet

import (
	"crypto/tls"
	"crypto/x509"
	"os"
	"sync"
	"time"

	"google.golang.org/grpc/credentials"

	"github.com/mars-project/mars-go/errs"
)

// LoadTLS makes an Options.TLS of files in PEM: a certificate with those it was signed by, its key, and the
// authorities that peers are verified by; a server whose clients prove nothing needs none. Certificate and
// key are read again when a file has changed, for connections that come after; a change that cannot be read
// is left alone. Files that are missing or hold something else are Invalid.
func LoadTLS(certFile, keyFile, caFile string) (*tls.Config, error) {
	var pool *x509.CertPool
	if caFile != "" {
		pem, err := os.ReadFile(caFile)
		if err != nil {
			return nil, errs.Wrap(errs.Invalid, err, "authorities of TLS")
		}
		pool = x509.NewCertPool()
		if !pool.AppendCertsFromPEM(pem) {
			return nil, errs.New(errs.Invalid, "authorities of TLS: no certificate in %s", caFile)
		}
	}
	k := &keyPair{certFile: certFile, keyFile: keyFile}
	if _, err := k.get(); err != nil {
		return nil, err
	}
	return &tls.Config{
		RootCAs: pool, ClientCAs: pool, MinVersion: tls.VersionTLS12,
		GetCertificate:       func(*tls.ClientHelloInfo) (*tls.Certificate, error) { return k.get() },
		GetClientCertificate: func(*tls.CertificateRequestInfo) (*tls.Certificate, error) { return k.get() },
	}, nil
}

// keyPair is a certificate that follows its files.
type keyPair struct {
	certFile, keyFile string

	mu    sync.Mutex
	cert  *tls.Certificate
	stamp [2]stamp // of both files
}

// stamp tells versions of a file apart.
type stamp struct {
	mod  time.Time
	size int64
}

func (k *keyPair) get() (*tls.Certificate, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	var now [2]stamp
	for i, f := range []string{k.certFile, k.keyFile} {
		if st, err := os.Stat(f); err == nil {
			now[i] = stamp{st.ModTime(), st.Size()}
		}
	}
	if k.cert != nil && now == k.stamp {
		return k.cert, nil
	}
	c, err := tls.LoadX509KeyPair(k.certFile, k.keyFile)
	switch {
	case err == nil:
		k.cert, k.stamp = &c, now
	case k.cert == nil:
		return nil, errs.Wrap(errs.Invalid, err, "certificate of TLS")
	}
	return k.cert, nil
}

func checkTLS(c *tls.Config) error {
	if len(c.Certificates) == 0 && (c.GetCertificate == nil || c.GetClientCertificate == nil) {
		return errs.New(errs.Invalid, "grpcnet: Options.TLS has no certificate; both sides must prove who they are")
	}
	if c.RootCAs == nil && c.ClientCAs == nil {
		return errs.New(errs.Invalid, "grpcnet: Options.TLS has neither RootCAs nor ClientCAs to verify peers by")
	}
	if c.InsecureSkipVerify || c.GetConfigForClient != nil {
		return errs.New(errs.Invalid, "grpcnet: Options.TLS with InsecureSkipVerify or GetConfigForClient does not prove who a peer is")
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
