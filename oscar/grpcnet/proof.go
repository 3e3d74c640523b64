package grpcnet

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"

	"github.com/mars-project/mars-go/errs"
)

// Two nodes of a cluster with a secret show each other that they know it before either believes anything
// else: a challenge and response with HMAC, RFC 2104, in both directions. The dialer's hello has a nonce; the
// listener answers with a nonce of its own and its proof, the dialer with its proof, and what follows is the
// answer as without a secret. The secret itself never travels. Who can change packets on their way can take a
// link over afterwards: against that there is TLS.

const nonceLen = 32

func nonce() []byte {
	b := make([]byte, nonceLen)
	_, _ = rand.Read(b) // it does not fail
	return b
}

// proof is what a side ("dialer" or "listener") shows for the hellos of both.
func proof(secret []byte, side string, dialer, listener *hello) []byte {
	key := hmac.New(sha256.New, secret)
	key.Write([]byte("mars link"))
	m := hmac.New(sha256.New, key.Sum(nil))
	for _, part := range [][]byte{
		[]byte(side), dialer.Nonce, listener.Nonce, dialer.Link, []byte(dialer.Node.Node), []byte(listener.Node.Node), []byte(dialer.Role), []byte(listener.Role),
	} {
		var n [8]byte
		binary.BigEndian.PutUint64(n[:], uint64(len(part)))
		m.Write(n[:])
		m.Write(part)
	}
	return m.Sum(nil)
}

// proved says whether a peer may be believed: it answers the challenge that ask sends. Denied: it knows no
// secret, or another one.
func (o *Options) proved(dialer, mine *hello, ask func(*hello) (*hello, error)) error {
	switch {
	case len(o.Secret) == 0 && len(dialer.Nonce) == 0:
		return nil
	case len(o.Secret) == 0:
		return errs.New(errs.Denied, "node %q has a secret of the cluster, this one has none", dialer.Node.Node)
	case len(dialer.Nonce) != nonceLen:
		return errs.New(errs.Denied, "node %q shows no secret of the cluster, which this one asks for", dialer.Node.Node)
	}
	mine.Nonce = nonce()
	mine.Proof = proof(o.Secret, "listener", dialer, mine)
	answer, err := ask(mine)
	if err != nil {
		return err
	}
	if !hmac.Equal(answer.Proof, proof(o.Secret, "dialer", dialer, mine)) {
		return errs.New(errs.Denied, "node %q has another secret of the cluster than this one", dialer.Node.Node)
	}
	return nil
}

// prove is the dialer's half: first is what the listener said. It gives what to answer, nil where nobody
// asks.
func (o *Options) prove(mine, first *hello) (*hello, error) {
	if len(o.Secret) == 0 {
		return nil, nil // a listener with a secret has refused already
	}
	if !hmac.Equal(first.Proof, proof(o.Secret, "listener", mine, first)) {
		return nil, errs.New(errs.Denied, "node %q does not know the secret of this cluster", first.Node.Node)
	}
	answer := *mine
	answer.Proof = proof(o.Secret, "dialer", mine, first)
	return &answer, nil
}
