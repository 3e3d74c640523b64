package plane_test

import (
	"encoding/base64"
	"strings"
	"testing"
	"time"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/service/plane"
)

var secret = []byte("a secret of this cluster")

func TestTickets(t *testing.T) {
	now := time.Unix(1_800_000_000, 0)
	k := key("a")
	good := plane.Grant{Session: "s/1 é", Prefix: k.String(), What: plane.Read, Until: now.Add(time.Second)}
	damaged := []byte(plane.Ticket(secret, good))
	damaged[10]++
	longer := must(base64.RawURLEncoding.DecodeString(plane.Ticket(secret, good)))
	for _, c := range []struct {
		name   string
		ticket string
		what   plane.Right
		say    string // empty: allowed
	}{
		{"this chunk", plane.Ticket(secret, good), plane.Read, ""},
		{"all of the session", plane.Ticket(secret, plane.Grant{good.Session, "", plane.Write, good.Until}), plane.Write, ""},
		{"a prefix", plane.Ticket(secret, plane.Grant{good.Session, k.String()[:5], plane.Read, good.Until}), plane.Read, ""},
		{"another chunk", plane.Ticket(secret, plane.Grant{good.Session, key("b").String(), plane.Read, good.Until}), plane.Read, "another chunk"},
		{"a longer prefix", plane.Ticket(secret, plane.Grant{good.Session, k.String() + "0", plane.Read, good.Until}), plane.Read, "another chunk"},
		{"another session", plane.Ticket(secret, plane.Grant{"s", k.String(), plane.Read, good.Until}), plane.Read, "another session"},
		{"a session cut elsewhere", plane.Ticket(secret, plane.Grant{good.Session[1:], k.String() + "s", plane.Read, good.Until}), plane.Read, "another session"},
		{"to write", plane.Ticket(secret, good), plane.Write, "to read, not to write"},
		{"out of date", plane.Ticket(secret, plane.Grant{good.Session, "", plane.Read, now}), plane.Read, "out of date"},
		{"another secret", plane.Ticket([]byte("the secret of others"), good), plane.Read, "not one of this cluster"},
		{"none", "", plane.Read, "needed"},
		{"damaged", string(damaged), plane.Read, "not one of this cluster"},
		{"cut", plane.Ticket(secret, good)[:20], plane.Read, "not one of this cluster"},
		{"too long", plane.Ticket(secret, plane.Grant{strings.Repeat("s", 4<<10), "", plane.Read, good.Until}), plane.Read, "not one of this cluster"},
		{"with more behind", base64.RawURLEncoding.EncodeToString(append(longer, 0)), plane.Read, "not one of this cluster"},
		{"no base64", "%%%", plane.Read, "not one of this cluster"},
	} {
		err := plane.Check(secret, c.ticket, good.Session, k, c.what, now)
		switch {
		case c.say == "" && err != nil:
			t.Errorf("%s: %v", c.name, err)
		case c.say != "":
			t.Run(c.name, func(t *testing.T) { wants(t, err, errs.Denied, c.say) })
		}
	}
	short := []byte("short")
	wants(t, plane.Check(short, plane.Ticket(short, good), good.Session, k, plane.Read, now), errs.Denied, "not one of this cluster")
}

func FuzzTicket(f *testing.F) {
	now := time.Unix(1_800_000_000, 0)
	f.Add(plane.Ticket(secret, plane.Grant{"s", "", plane.Read, now.Add(time.Hour)}))
	f.Add("AXI")
	f.Fuzz(func(t *testing.T, ticket string) {
		// Without the secret nobody makes one that allows another session.
		if err := plane.Check(secret, ticket, "another", key("a"), plane.Read, now); !errs.Is(err, errs.Denied) {
			t.Errorf("%q: %v", ticket, err)
		}
	})
}
