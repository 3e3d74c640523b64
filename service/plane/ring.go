package plane

import (
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/mars-project/mars-go/errs"
)

// A Ring holds the secrets of a cluster where each supervisor draws its own. Tickets signed with any of them
// are good; one is signed with the secret of the supervisor that the session belongs to, which everybody
// knows who serves the session. It is safe for concurrent use; the zero value holds none.
type Ring struct {
	// Owner is the supervisor of a session. Nil, or ok false: the one whose ticket for the session was shown
	// last.
	Owner func(session string) (owner string, ok bool)
	// Refresh is called when a ticket is signed with a secret that is not here: it may be that of a
	// supervisor which is new. It returns at once. Nil: there are no others than those that were added.
	Refresh func()

	mu    sync.RWMutex
	keys  []ringKey
	shown map[string]string // by session: the owner of the secret of the last ticket
}

type ringKey struct {
	owner  string
	secret []byte
}

// maxRing is how many secrets a ring keeps of one owner: a supervisor that starts again has a new one, and
// what was signed before is still on its way.
const maxRing = 3

// Add adds a secret of a supervisor, which signs from now on in place of those that it had. Invalid: it is
// too short.
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

// maxShown bounds the sessions whose owners are remembered by their tickets.
const maxShown = 1 << 14

// ticket signs with the newest secret of the session's owner, and where that is not known with that of the
// first one.
func (r *Ring) ticket(g Grant) string {
	owner, ok := "", false
	if r.Owner != nil {
		owner, ok = r.Owner(g.Session)
	}
	r.mu.RLock()
	defer r.mu.RUnlock()
	if !ok {
		owner = r.shown[g.Session]
	}
	if len(r.keys) == 0 {
		return ""
	}
	at := slices.IndexFunc(r.keys, func(k ringKey) bool { return k.owner == owner })
	return Ticket(r.keys[max(at, 0)].secret, g)
}

// show remembers whose ticket for a session was good.
func (r *Ring) show(session, owner string) {
	r.mu.RLock()
	known := r.shown[session] == owner
	r.mu.RUnlock()
	if known {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.shown == nil || len(r.shown) >= maxShown {
		r.shown = map[string]string{}
	}
	r.shown[session] = owner
}

// check is check with any of the secrets. The one that has signed says what is wrong. Where none has, and
// others may come, it is Unavailable.
func (r *Ring) check(ticket, session, key string, what Right, now time.Time) error {
	r.mu.RLock()
	keys := r.keys
	r.mu.RUnlock()
	err := errs.New(errs.Denied, "the ticket is not one of this cluster")
	for _, k := range keys {
		if _, bad := open(k.secret, ticket); bad == nil {
			err := check(k.secret, ticket, session, key, what, now)
			if err == nil {
				r.show(session, k.owner)
			}
			return err
		}
	}
	switch {
	case ticket == "":
		err = errs.New(errs.Denied, "a ticket is needed")
	case r.Refresh != nil && len(ticket) <= maxTicket:
		r.Refresh()
		err = errs.New(errs.Unavailable, "the ticket is signed with a secret that is not known here: the worker is not linked to the supervisor that signed it")
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
