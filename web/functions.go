package web

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/mars-project/mars-go/errs"
	marsv1 "github.com/mars-project/mars-go/gen/mars/v1"
	"github.com/mars-project/mars-go/graph"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
)

// serves refuses a graph of which no worker could run some node: one that calls functions of users, where
// nobody calls such. Denied: the cluster calls none. Invalid: no worker does, or none with the
// interpreter that has pickled them, or none has what they ask for.
func (s *Server) serves(ctx context.Context, g *marsv1.Graph, b *graph.Built) error {
	var nodes []service.NodeInfo
	asked := map[string]bool{}
	there := func() (err error) {
		if nodes == nil {
			nodes, err = s.o.Cluster.Cluster().Nodes(ctx)
		}
		return err
	}
	for i, n := range b.Nodes {
		o, ok := n.Op.(op.Needer)
		if !ok {
			continue
		}
		for _, label := range o.Needs() {
			if asked[label] {
				continue
			}
			if why := s.o.NoFunctions; why != "" && !ofGo(label) {
				return &onNode{g.Nodes[i].Id, errs.New(errs.Denied, "this cluster runs no functions of users: %s", why)}
			}
			asked[label] = true
			if err := there(); err != nil {
				return err
			}
			if err := served(nodes, label); err != nil {
				return &onNode{g.Nodes[i].Id, errs.At(err, n.Site.String(), n.Name)}
			}
		}
		p := op.PlacingOf(n.Op, op.Map)
		gang, _ := op.GangOf(n.Op, op.Map)
		if p.Slots <= 1 && p.Memory == 0 && len(p.Where) == 0 && gang.Size == 0 {
			continue
		}
		if err := there(); err != nil {
			return err
		}
		err := possible(nodes, p)
		if err == nil && gang.Size > 0 {
			err = meets(nodes, p, gang)
		}
		if err != nil {
			return &onNode{g.Nodes[i].Id, errs.At(err, n.Site.String(), n.Name)}
		}
	}
	return nil
}

// served looks for a worker that has a label. Where workers are still to come somebody will tell then.
func served(nodes []service.NodeInfo, label string) error {
	if ofGo(label) {
		return goServed(nodes, label)
	}
	switch label {
	case "wasm":
		return wasmServed(nodes)
	case op.LabelPackages:
		return packagesServed(nodes)
	}
	what, want, _ := strings.Cut(label, ":")
	var others, none []string
	for i := range nodes {
		n := &nodes[i]
		if n.Role != "worker" || n.State > service.Suspect {
			continue
		}
		if _, ok := n.Labels[label]; ok {
			return nil
		}
		other := ""
		for l := range n.Labels {
			if have, version, ok := strings.Cut(l, ":"); ok && have == what {
				other = version
			}
		}
		if other != "" {
			others = append(others, fmt.Sprintf("%s has %s", n.Node, other))
		} else {
			none = append(none, fmt.Sprintf("%s: %s", n.Node, cmp.Or(n.Labels["functions"], "it was not told to")))
		}
	}
	slices.Sort(others)
	slices.Sort(none)
	switch {
	case len(others) > 0:
		return errs.New(errs.Invalid, "this function was pickled by Python %s, and no worker has that: %s; start workers with --python",
			want, brief(append(others, none...)))
	case len(none) > 0:
		return errs.New(errs.Invalid, "no worker runs functions of Python %s: %s; start workers with --python PATH, an interpreter that has numpy, pandas and cloudpickle",
			want, brief(none))
	}
	return nil
}

// packagesServed looks for a worker that installs packages for environments. Denied: none does.
func packagesServed(nodes []service.NodeInfo) error {
	var none []string
	for _, n := range lacking(nodes, op.LabelPackages) {
		none = append(none, n.Node)
	}
	if len(none) == 0 {
		return nil
	}
	slices.Sort(none)
	return errs.New(errs.Denied, "no worker installs packages for environments: start %s with --functions-packages=on, or give modules as py_modules", brief(none))
}

// lacking are the workers that are there and lack a label; none, where one of them has it.
func lacking(nodes []service.NodeInfo, label string) (out []*service.NodeInfo) {
	for i := range nodes {
		n := &nodes[i]
		if n.Role != "worker" || n.State > service.Suspect {
			continue
		}
		if _, ok := n.Labels[label]; ok {
			return nil
		}
		out = append(out, n)
	}
	return out
}

// brief is a list of which the beginning will do.
func brief(words []string) string {
	if n := len(words); n > 4 {
		words = append(words[:4:4], fmt.Sprintf("and %d more", n-4))
	}
	return strings.Join(words, "; ")
}
