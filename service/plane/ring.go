package plane

import (
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/mars-project/mars-go/errs"
)

// A Ring holds the secrets of a cluster where each supervisor draws its own. Tickets signed with any of them are good. It is safe for concurrent
// use; the zero value holds none.
type Ring struct {
	mu   sync.RWMutex
	keys []ringKey
}

type ringKey struct {
	owner  string
	secret []byte
}

// maxRing is how many secrets a ring keeps of one owner: a supervisor that starts again has a new one, and what was signed before is still on its way.
const maxRing = 3

// Add adds a secret of a supervisor, which signs from now on in place of those that it had. Invalid: it is too short.
func (r *Ring) Add(owner string, secret []byte) error {
	if len(secret) < MinSecret {
		return errs.New(errs.Invalid, "the secret that signs tickets has %d bytes; it needs %d", len(secret), MinSecret)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	keys := slices.Clone(r.keys)
	keys = slices.DeleteFunc(keys, func(k ringKey) bool { return k.owner == owner && string(k.secret) == string(secret) })
	at, _ := slices.BinarySearchFunc(keys, owner, func(k ringKey, s string) int { return strings.Compare(k.owner, s) })
	keys = slices.Insert(keys, at, ringKey{owner, slices.Clone(secret)}) // before the owner's earlier ones
	n := 0
	r.keys = slices.DeleteFunc(keys, func(k ringKey) bool {
		if k.owner == owner {
			n++
		}
		return k.owner == owner && n > maxRing
	})
	return nil
}

// ticket signs with the newest secret of the first owner, so that all who know the same supervisors sign alike.
func (r *Ring) ticket(g Grant) string {
	r.mu.RLock()
	defer r.mu.RUnlock()
	if len(r.keys) == 0 {
		return ""
	}
	return Ticket(r.keys[0].secret, g)
}

// check is check with any of the secrets. Where none has signed it says so; else the one that has signed says what is wrong.
func (r *Ring) check(ticket, session, key string, what Right, now time.Time) error {
	r.mu.RLock()
	keys := r.keys
	r.mu.RUnlock()
	err := errs.New(errs.Denied, "the ticket is not one of this cluster")
	for _, k := range keys {
		if _, bad := open(k.secret, ticket); bad == nil {
			return check(k.secret, ticket, session, key, what, now)
		}
	}
	if ticket == "" {
		err = errs.New(errs.Denied, "a ticket is needed")
	}
	return err
}

// ringOf is the ring that options give: the ring itself, or one of a single secret.
func ringOf(r *Ring, secret []byte) (*Ring, error) {
	if r != nil {
		return r, nil
	}
	r = &Ring{}
	return r, r.Add("", secret)
}
