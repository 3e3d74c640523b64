package plane

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"strings"
	"time"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

// A Right is what a ticket allows.
type Right byte

// Rights.
const (
	Read  Right = 'r'
	Write Right = 'w'
)

func (r Right) String() string {
	switch r {
	case Read:
		return "read"
	case Write:
		return "write"
	}
	return "nothing"
}

// A Grant is what a ticket says.
type Grant struct {
	Session string
	Prefix  string // the keys it holds for begin with it, in hex: all of a key, or "" for all of the session
	What    Right
	Until   time.Time
}

// MinSecret is the least number of bytes of a secret.
const MinSecret = 16

const (
	ticketV1  = 1
	maxTicket = 4 << 10 // characters
)

// Ticket is g signed with the cluster's secret, in characters that need no quoting in a header or a URL.
// HMAC-SHA256, RFC 2104.
func Ticket(secret []byte, g Grant) string {
	b := []byte{ticketV1, byte(g.What)}
	b = binary.BigEndian.AppendUint64(b, uint64(g.Until.UnixMilli()))
	b = binary.AppendUvarint(b, uint64(len(g.Prefix)))
	b = append(append(b, g.Prefix...), g.Session...)
	return base64.RawURLEncoding.EncodeToString(append(b, sign(secret, b)...))
}

func sign(secret, b []byte) []byte {
	m := hmac.New(sha256.New, secret)
	m.Write([]byte("mars data ticket\n"))
	m.Write(b)
	return m.Sum(nil)
}

// Check reports whether a ticket allows what somebody wants to do with a key of a session now. It is Denied
// when the ticket is damaged, signed with another secret, out of date, or for something else. The signature
// is compared in constant time and before anything else is believed.
func Check(secret []byte, ticket, session string, k op.Key, what Right, now time.Time) error {
	return check(secret, ticket, session, k.String(), what, now)
}

// check is Check of a key in hex; "" asks for all of the session.
func check(secret []byte, ticket, session, key string, what Right, now time.Time) error {
	g, err := open(secret, ticket)
	switch {
	case err != nil:
		return err
	case !now.Before(g.Until):
		return errs.New(errs.Denied, "the ticket is out of date since %s", g.Until.UTC().Format(time.RFC3339))
	case g.Session != session:
		return errs.New(errs.Denied, "the ticket is for another session")
	case g.What != what:
		return errs.New(errs.Denied, "the ticket allows to %s, not to %s", g.What, what)
	case len(g.Prefix) > len(key) || key[:len(g.Prefix)] != g.Prefix:
		return errs.New(errs.Denied, "the ticket is for another chunk")
	}
	return nil
}

// open verifies a ticket's signature and says what it grants.
func open(secret []byte, ticket string) (g Grant, err error) {
	if ticket == "" {
		return g, errs.New(errs.Denied, "a ticket is needed")
	}
	bad := errs.New(errs.Denied, "the ticket is not one of this cluster")
	if len(secret) < MinSecret || len(ticket) > maxTicket {
		return g, bad
	}
	b, err := base64.RawURLEncoding.Strict().DecodeString(ticket)
	if err != nil || len(b) < sha256.Size {
		return g, bad
	}
	b, mac := b[:len(b)-sha256.Size], b[len(b)-sha256.Size:]
	if !hmac.Equal(mac, sign(secret, b)) {
		return g, bad
	}
	if len(b) < 11 || b[0] != ticketV1 {
		return g, bad
	}
	g.What = Right(b[1])
	g.Until = time.UnixMilli(int64(binary.BigEndian.Uint64(b[2:])))
	n, k := binary.Uvarint(b[10:])
	rest := b[10+max(k, 0):]
	if k <= 0 || n > uint64(len(rest)) {
		return g, bad
	}
	g.Prefix, g.Session = strings.ToLower(string(rest[:n])), string(rest[n:])
	return g, nil
}
