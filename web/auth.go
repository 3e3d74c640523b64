package web

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"net/http"
	"strings"
)

// A guard knows who has which token.
type guard struct {
	open  bool
	users []user
	signs [sha256.Size]byte // tokens of sessions
}

type user struct {
	name  string
	admin bool // sees all sessions
	hash  [sha256.Size]byte
}

// newGuard keeps hashes of tokens, so that a comparison takes as long for every wrong token.
func newGuard(o *Options) *guard {
	g := &guard{open: o.Token == "" && len(o.Users) == 0}
	if o.Token != "" {
		g.users = append(g.users, user{"", true, sha256.Sum256([]byte(o.Token))})
	}
	for name, token := range o.Users {
		g.users = append(g.users, user{name, false, sha256.Sum256([]byte(token))})
	}
	_, _ = rand.Read(g.signs[:]) // it does not fail
	return g
}

// cookie is where a browser keeps the token: an EventSource cannot send a header.
const cookie = "mars-token"

// who finds the caller. Cookies count for reading alone, so that another site cannot make a browser change
// anything.
func (g *guard) who(r *http.Request) (caller, bool) {
	if g.open {
		return caller{admin: true}, true
	}
	token, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if !ok && (r.Method == http.MethodGet || r.Method == http.MethodHead) {
		if c, err := r.Cookie(cookie); err == nil {
			token, ok = c.Value, true
		}
	}
	if !ok {
		return caller{}, false
	}
	return g.has(token)
}

// has finds who has a token.
func (g *guard) has(token string) (caller, bool) {
	if session, ok := g.session(token); ok {
		return caller{session: session}, true
	}
	h := sha256.Sum256([]byte(token))
	found := -1
	for i := range g.users {
		found = subtle.ConstantTimeSelect(subtle.ConstantTimeCompare(h[:], g.users[i].hash[:]), i, found)
	}
	if found < 0 {
		return caller{}, false
	}
	return caller{name: g.users[found].name, admin: g.users[found].admin}, true
}

// sessionToken opens one session: functions have it that run for it.
func (g *guard) sessionToken(session string) string {
	h := hmac.New(sha256.New, g.signs[:])
	_, _ = h.Write([]byte(session))
	return session + "/" + hex.EncodeToString(h.Sum(nil))
}

// session is the one that a token opens.
func (g *guard) session(token string) (string, bool) {
	session, _, ok := strings.Cut(token, "/")
	return session, ok && hmac.Equal([]byte(token), []byte(g.sessionToken(session)))
}

// A caller is who sends a request.
type caller struct {
	name    string
	admin   bool
	session string // the only one that it may use; empty: those of its name
}

// may reports that the caller may use what an owner has.
func (c caller) may(owner string) bool { return c.admin || c.session == "" && c.name == owner }

// uses reports that the caller may use a session of an owner.
func (c caller) uses(session, owner string) bool {
	return c.may(owner) || c.session != "" && c.session == session
}

type callerKey struct{}

func callerOf(ctx context.Context) caller {
	c, _ := ctx.Value(callerKey{}).(caller)
	return c
}

// login gives a browser that has shown the token in a header a cookie of it.
func (s *Server) login(w http.ResponseWriter, r *http.Request) {
	token, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	keep(w, r, token)
	w.WriteHeader(http.StatusNoContent)
}

// enter is login by a link that the user was given, /login?token=TOKEN: it leads to the pages, whose address
// does not show the token.
func (s *Server) enter(w http.ResponseWriter, r *http.Request) {
	token := r.URL.Query().Get("token")
	if _, ok := s.guard.has(token); !ok && !s.guard.open {
		s.refused(w, r)
		return
	}
	keep(w, r, token)
	h := w.Header()
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cache-Control", "no-store")
	h.Set("Location", "./") // as it is: http.Redirect would write the path as this server sees it, which a proxy may have shortened
	w.WriteHeader(http.StatusSeeOther)
}

func keep(w http.ResponseWriter, r *http.Request, token string) {
	http.SetCookie(w, &http.Cookie{
		Name: cookie, Value: token, Path: seen(r), HttpOnly: true, SameSite: http.SameSiteStrictMode, Secure: r.TLS != nil,
	})
}
