package grpcnet

import (
	"bytes"
	"testing"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/oscar"
)

// What a stranger can answer to a challenge: nothing, what it was sent, what it heard another time, and for
// another node.
func TestProofsOfStrangers(t *testing.T) {
	o := Options{Secret: []byte("of the cluster")}
	as := func(node string) *hello {
		return &hello{Node: oscar.Hello{Node: node}, Role: "worker", Link: bytes.Repeat([]byte{1}, linkLen), Nonce: nonce()}
	}
	listener := func() *hello { return &hello{Node: oscar.Hello{Node: "s"}, Role: "supervisor"} }
	dialer, heard := as("w"), []byte(nil)
	honest := func(c *hello) (*hello, error) {
		a, err := o.prove(dialer, c)
		if err == nil {
			heard = a.Proof
		}
		return a, err
	}
	if err := o.proved(dialer, listener(), honest); err != nil {
		t.Fatal(err)
	}
	for name, ask := range map[string]func(*hello) (*hello, error){
		"nothing":              func(*hello) (*hello, error) { return &hello{}, nil },
		"what it was sent":     func(c *hello) (*hello, error) { return c, nil },
		"what it has heard":    func(*hello) (*hello, error) { return &hello{Proof: heard}, nil },
		"the proof of another": func(c *hello) (*hello, error) { return o.prove(as("other"), c) },
	} {
		if err := o.proved(dialer, listener(), ask); !errs.Is(err, errs.Denied) {
			t.Errorf("%s: %v", name, err)
		}
	}
	mine := as("w") // and a listener that knows nothing
	for name, first := range map[string]*hello{"no proof": {}, "our own words": mine, "a proof of a dialer": {Nonce: mine.Nonce, Proof: heard}} {
		if _, err := o.prove(mine, first); !errs.Is(err, errs.Denied) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
