package certs

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
	"net"
	"time"
)

// A pair is a certificate and its key.
type pair struct {
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
}

// issue makes a pair that is valid from a little before now, for clocks differ. Without by it signs itself,
// and may sign others.
func issue(name string, names []string, now time.Time, valid time.Duration, by *pair) (*pair, error) {
	const skew = 5 * time.Minute
	serial, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 127))
	if err != nil {
		return nil, err
	}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	c := &x509.Certificate{
		SerialNumber: serial, Subject: pkix.Name{CommonName: name}, NotBefore: now.Add(-skew),
		NotAfter: now.Add(valid), BasicConstraintsValid: true,
	}
	if by == nil {
		c.IsCA, c.KeyUsage = true, x509.KeyUsageCertSign|x509.KeyUsageDigitalSignature
		by = &pair{c, key}
	} else {
		c.KeyUsage, c.ExtKeyUsage = x509.KeyUsageDigitalSignature,
			[]x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}
		for _, n := range names {
			if ip := net.ParseIP(n); ip != nil {
				c.IPAddresses = append(c.IPAddresses, ip)
			} else {
				c.DNSNames = append(c.DNSNames, n)
			}
		}
	}
	der, err := x509.CreateCertificate(rand.Reader, c, by.cert, key.Public(), by.key)
	if err != nil {
		return nil, err
	}
	made, err := x509.ParseCertificate(der)
	return &pair{made, key}, err
}

// stale says whether less than a third of the time of a certificate is left: time enough to try again and
// again.
func (p *pair) stale(now time.Time) bool { return !now.Before(p.renew()) }

// renew is when a third of the time is left.
func (p *pair) renew() time.Time {
	return p.cert.NotAfter.Add(-p.cert.NotAfter.Sub(p.cert.NotBefore) / 3)
}

// texts are the certificate and the key in PEM.
func (p *pair) texts() (cert, key []byte, err error) {
	der, err := x509.MarshalPKCS8PrivateKey(p.key)
	if err != nil {
		return nil, nil, err
	}
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: p.cert.Raw}),
		pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}), nil
}

// parse reads what texts wrote. Of several certificates the first is that of the key.
func parse(cert, key []byte) (*pair, error) {
	cs, err := certificates(cert)
	if err != nil {
		return nil, err
	}
	block, _ := pem.Decode(key)
	if len(cs) == 0 || block == nil {
		return nil, errors.New("no certificate or no key in PEM")
	}
	k, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	if err != nil {
		return nil, err
	}
	ec, ok := k.(*ecdsa.PrivateKey)
	if !ok || !ec.PublicKey.Equal(cs[0].PublicKey) {
		return nil, fmt.Errorf("the key, a %T, is not that of the certificate", k)
	}
	return &pair{cs[0], ec}, nil
}

func certificates(text []byte) (out []*x509.Certificate, err error) {
	for {
		var block *pem.Block
		if block, text = pem.Decode(text); block == nil {
			return out, nil
		}
		c, err := x509.ParseCertificate(block.Bytes)
		if err != nil {
			return nil, err
		}
		out = append(out, c)
	}
}
