package certs

import (
	"bytes"
	"crypto/x509"
	"encoding/pem"
	"slices"
	"time"
)

// How long certificates are valid: that which signs, and that of the server.
const (
	signs  = 2 * 365 * 24 * time.Hour
	serves = 90 * 24 * time.Hour
)

// Keys of the secret.
const (
	signersKey = "ca.crt" // the newest first, then those before it that are still valid
	signerKey  = "ca.key" // of the newest
	certKey    = "tls.crt"
	keyKey     = "tls.key"
)

// Next is what the secret should hold, of what it holds, for a server of these names. The same is not a copy:
// changed says whether it must be written. The time is when to look again.
func Next(have map[string][]byte, names []string, now time.Time) (data map[string][]byte, changed bool, again time.Time, err error) {
	signer, _ := parse(have[signersKey], have[signerKey]) // what cannot be read is made again
	server, _ := parse(have[certKey], have[keyKey])
	if signer != nil && !signer.stale(now) && server != nil && !server.stale(now) &&
		suits(server, signer, names, now) {
		return have, false, earlier(signer.renew(), server.renew()), nil
	}
	before := have[signersKey]
	if signer == nil || signer.stale(now) {
		if signer, err = issue("mars-operator", nil, now, signs, nil); err != nil {
			return nil, false, now, err
		}
	}
	if server, err = issue("mars-operator-webhook", names, now, serves, signer); err != nil {
		return nil, false, now, err
	}
	data = map[string][]byte{}
	if data[signersKey], data[signerKey], err = signer.texts(); err != nil {
		return nil, false, now, err
	}
	data[signersKey] = append(data[signersKey], valid(before, signer.cert, now)...)
	if data[certKey], data[keyKey], err = server.texts(); err != nil {
		return nil, false, now, err
	}
	return data, true, earlier(signer.renew(), server.renew()), nil
}

// suits says whether a server is known by these names to who trusts signer.
func suits(server, signer *pair, names []string, now time.Time) bool {
	roots := x509.NewCertPool()
	roots.AddCert(signer.cert)
	for _, n := range names {
		if _, err := server.cert.Verify(x509.VerifyOptions{
			Roots: roots, DNSName: n,
			CurrentTime: now,
		}); err != nil {
			return false
		}
	}
	return true
}

// valid are the certificates of a text that are so still, but for one.
func valid(text []byte, but *x509.Certificate, now time.Time) []byte {
	cs, err := certificates(text)
	if err != nil {
		return nil
	}
	cs = slices.DeleteFunc(cs, func(c *x509.Certificate) bool { return c.Equal(but) || !now.Before(c.NotAfter) })
	var out bytes.Buffer
	for _, c := range cs {
		out.Write(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: c.Raw}))
	}
	return out.Bytes()
}

func earlier(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}
