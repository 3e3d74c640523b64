package node

import (
	"encoding/json"
	"net/http"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/service/autoscale"
)

// autoscalePath is where a supervisor says how many workers its work wants; see package web.
const autoscalePath = "/api/v1/autoscale"

// autoscale answers for all supervisors together. Where one cannot be reached nobody may leave: what it has
// for whom is not known.
func (r *Router) autoscale(w http.ResponseWriter, q *http.Request) {
	up := r.backends()
	if len(up) == 0 {
		_, err := r.first()
		fail(w, q, err)
		return
	}
	var of []autoscale.Advice
	for _, b := range up {
		x := &answer{header: http.Header{}, status: http.StatusOK}
		c := q.Clone(q.Context())
		c.Header.Del("Accept-Encoding")
		b.Handler.ServeHTTP(x, c)
		var a autoscale.Advice
		switch {
		case x.status == http.StatusServiceUnavailable && len(up) > 1: // it has just gone
			continue
		case x.status != http.StatusOK:
			for k, v := range x.header {
				w.Header()[k] = v
			}
			w.WriteHeader(x.status)
			_, _ = w.Write(x.body.Bytes())
			return
		}
		if err := json.Unmarshal(x.body.Bytes(), &a); err != nil {
			fail(w, q, errs.Wrap(errs.Internal, err, "what supervisor %s says of workers", b.Name))
			return
		}
		of = append(of, a)
	}
	if len(of) == 0 {
		fail(w, q, errs.New(errs.Unavailable, "no supervisor answers"))
		return
	}
	a := autoscale.Merge(of)
	if len(of) < len(r.names) {
		a.Want, a.Retire = max(a.Want, a.Workers), nil
		a.Why += "; nobody may leave while a supervisor cannot be reached"
	}
	a.Retire = append([]string{}, a.Retire...) // never null
	b, err := json.Marshal(a)
	if err != nil {
		fail(w, q, errs.Wrap(errs.Internal, err, "advice on workers"))
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	_, _ = w.Write(append(b, '\n'))
}
