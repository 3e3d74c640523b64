package node

import (
	"context"

	"github.com/mars-project/mars-go/oscar"
)

// A welcome is what a supervisor tells a node that has linked to it.
type welcome struct {
	Secret []byte // signs tickets for data; empty where the cluster has one that the node knows
	Epoch  string // begins the ids of sessions that it makes
	Web    string // URL of its web port
	Open   bool   // the web port asks nobody for a token
}

const welcomeUID = "welcome"

// greeter is the actor that tells it.
type greeter struct{ w welcome }

var welcomeAsk = oscar.Def("welcome.ask", func(g *greeter, _ context.Context, _ oscar.None) (welcome, error) { return g.w, nil })

// greet makes a supervisor's greeter.
func greet(sys *oscar.System, w welcome) error {
	_, err := oscar.Spawn(sys, welcomeUID, func() *greeter { return &greeter{w} })
	return err
}

// welcomed asks a supervisor.
func welcomed(ctx context.Context, sys *oscar.System, node string) (welcome, error) {
	return welcomeAsk.Ask(ctx, sys, oscar.Ref[*greeter]{Node: node, UID: welcomeUID}, oscar.None{})
}
