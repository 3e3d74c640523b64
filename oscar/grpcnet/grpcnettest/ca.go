package grpcnettest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"github.com/mars-project/mars-go/oscar/grpcnet"
)

// A CA signs certificates of nodes, for a day.
type CA struct {
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
	Pool *x509.CertPool // of the CA alone
}

// NewCA makes an authority that nobody else trusts.
func NewCA() (*CA, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	t := template("test authority")
	t.IsCA, t.BasicConstraintsValid, t.KeyUsage = true, true, x509.KeyUsageCertSign
	der, err := x509.CreateCertificate(rand.Reader, t, t, key.Public(), key)
	if err != nil {
		return nil, err
	}
	cert, err := x509.ParseCertificate(der)
	if err != nil {
		return nil, err
	}
	ca := &CA{cert, key, x509.NewCertPool()}
	ca.Pool.AddCert(cert)
	return ca, nil
}

func template(name string) *x509.Certificate {
	serial, _ := rand.Int(rand.Reader, big.NewInt(1<<62))
	return &x509.Certificate{
		SerialNumber: serial, Subject: pkix.Name{CommonName: name},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(24 * time.Hour),
	}
}

// Sign makes a certificate for a node on the loopback device that may have any of roles.
func (ca *CA) Sign(roles ...string) (tls.Certificate, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return tls.Certificate{}, err
	}
	t := template("test node")
	t.KeyUsage = x509.KeyUsageDigitalSignature
	t.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth}
	t.IPAddresses = []net.IP{net.IPv4(127, 0, 0, 1), net.IPv6loopback}
	t.DNSNames = []string{"localhost"}
	for _, r := range roles {
		u, err := url.Parse(grpcnet.RoleURI + r)
		if err != nil {
			return tls.Certificate{}, err
		}
		t.URIs = append(t.URIs, u)
	}
	der, err := x509.CreateCertificate(rand.Reader, t, ca.cert, key.Public(), ca.key)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, err
}

// TLS is what a node of roles needs for Options.TLS.
func (ca *CA) TLS(roles ...string) (*tls.Config, error) {
	c, err := ca.Sign(roles...)
	if err != nil {
		return nil, err
	}
	return &tls.Config{Certificates: []tls.Certificate{c}, RootCAs: ca.Pool}, nil
}

// WriteFiles writes cert.pem, key.pem and ca.pem, what a node of roles needs, into dir.
func (ca *CA) WriteFiles(dir string, roles ...string) error {
	c, err := ca.Sign(roles...)
	if err != nil {
		return err
	}
	key, err := x509.MarshalPKCS8PrivateKey(c.PrivateKey)
	if err != nil {
		return err
	}
	for name, b := range map[string]*pem.Block{
		"cert.pem": {Type: "CERTIFICATE", Bytes: c.Certificate[0]},
		"key.pem":  {Type: "PRIVATE KEY", Bytes: key},
		"ca.pem":   {Type: "CERTIFICATE", Bytes: ca.cert.Raw},
	} {
		if err := os.WriteFile(filepath.Join(dir, name), pem.EncodeToMemory(b), 0o600); err != nil {
			return err
		}
	}
	return nil
}
