package certs

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"testing"
	"time"
)

const name = "webhook.mars-system.svc"

// verify is what a client that trusts the signers of one secret says of the server of another.
func verify(t *testing.T, trusted, served map[string][]byte, name string, now time.Time) error {
	t.Helper()
	p, err := tls.X509KeyPair(served[certKey], served[keyKey])
	if err != nil {
		t.Fatal(err)
	}
	roots := x509.NewCertPool()
	if !roots.AppendCertsFromPEM(trusted[signersKey]) {
		t.Fatal("no signer")
	}
	_, err = p.Leaf.Verify(x509.VerifyOptions{Roots: roots, DNSName: name, CurrentTime: now})
	return err
}

// Over ten years, looked at when it says, there is always one that is believed, also by who has read the
// secret before or after.
func TestAlwaysBelieved(t *testing.T) {
	names := []string{name, "127.0.0.1"}
	now := time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC)
	var have map[string][]byte
	signers, servers := 0, 0
	for end := now.AddDate(10, 0, 0); now.Before(end); {
		next, changed, again, err := Next(have, names, now)
		if err != nil {
			t.Fatal(err)
		}
		if !changed || !again.After(now) {
			t.Fatalf("at %s: changed %v, again at %s", now, changed, again)
		}
		for _, n := range names {
			if err := verify(t, next, next, n, now); err != nil {
				t.Fatalf("at %s: %v", now, err)
			}
		}
		if have != nil {
			if err := verify(t, next, have, name, now); err != nil {
				t.Fatalf("at %s the one before is not believed: %v", now, err)
			}
			if !bytes.Equal(have[signerKey], next[signerKey]) {
				signers++
			}
		}
		if cs, err := certificates(next[signersKey]); err != nil || len(cs) > 2 {
			t.Fatalf("%d signers, %v", len(cs), err)
		}
		servers++
		if same, changed, _, err := Next(next, names, again.Add(-time.Second)); err != nil || changed ||
			!bytes.Equal(same[certKey], next[certKey]) {
			t.Fatalf("at %s it is made again before its time: %v", now, err)
		}
		have, now = next, again
	}
	if signers < 6 || servers < 55 {
		t.Errorf("%d signers and %d servers in ten years", signers, servers)
	}
}

// What is broken, or is for other names, is made again.
func TestMadeAgain(t *testing.T) {
	now := time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC)
	good, _, _, err := Next(nil, []string{name}, now)
	if err != nil {
		t.Fatal(err)
	}
	other, _, _, err := Next(nil, []string{name}, now)
	if err != nil {
		t.Fatal(err)
	}
	for what, have := range map[string]map[string][]byte{
		"no key":    {signersKey: good[signersKey], signerKey: good[signerKey], certKey: good[certKey]},
		"no signer": {certKey: good[certKey], keyKey: good[keyKey]},
		"no text":   {signersKey: []byte("x"), signerKey: []byte("y"), certKey: []byte("z"), keyKey: nil},
		"other key": {signersKey: good[signersKey], signerKey: good[signerKey], certKey: good[certKey], keyKey: other[keyKey]},
		"other signer": {
			signersKey: other[signersKey], signerKey: other[signerKey], certKey: good[certKey],
			keyKey: good[keyKey],
		},
	} {
		next, changed, _, err := Next(have, []string{name}, now)
		if err != nil || !changed {
			t.Errorf("%s: changed %v, %v", what, changed, err)
			continue
		}
		if err := verify(t, next, next, name, now); err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
	if _, changed, _, _ := Next(good, []string{name, "other.svc"}, now); !changed {
		t.Error("another name is not in it")
	}
	if err := verify(t, good, good, "other.svc", now); err == nil {
		t.Error("it is believed under any name")
	}
}
