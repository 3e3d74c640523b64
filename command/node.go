package command

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	marsv1 "github.com/mars-project/mars-go/gen/mars/v1"
	"github.com/mars-project/mars-go/internal/size"
)

// A nodeRow is a node in JSON.
type nodeRow struct {
	Name       string    `json:"name"`
	Role       string    `json:"role"`
	State      string    `json:"state"`
	Version    string    `json:"version"`
	Cores      float64   `json:"cores"`
	CoresUsed  float64   `json:"cores_used"`
	Memory     int64     `json:"memory"`
	MemoryUsed int64     `json:"memory_used"`
	Stored     int64     `json:"stored"`
	Spilled    int64     `json:"spilled"`
	Slots      uint32    `json:"slots"`
	SlotsUsed  uint32    `json:"slots_used"`
	Written    int64     `json:"written"`
	Fetched    int64     `json:"fetched"`
	Queued     uint32    `json:"queued"`
	Started    string    `json:"started"`
	Seen       string    `json:"seen"`
	Bands      []bandRow `json:"bands"`
	Labels     []string  `json:"labels"`

	n *marsv1.ClusterNode
}

type bandRow struct {
	Name      string `json:"name"`
	Slots     uint32 `json:"slots"`
	SlotsUsed uint32 `json:"slots_used"`
	Queued    uint32 `json:"queued"`
}

func nodeOf(n *marsv1.ClusterNode) nodeRow {
	r := nodeRow{
		Name: n.Address, Role: word(n.Role), State: word(n.State), Version: n.Version, Cores: n.Cores, CoresUsed: n.CoresUsed,
		Memory: n.MemoryBytes, MemoryUsed: n.MemoryUsedBytes, Stored: n.StoredBytes, Spilled: n.SpilledBytes, Written: n.WrittenBytes, Fetched: n.FetchedBytes,
		Started: stamp(n.Started), Seen: stamp(n.Seen), Bands: []bandRow{}, Labels: append([]string{}, n.Labels...), n: n,
	}
	for _, b := range n.Bands {
		r.Bands = append(r.Bands, bandRow{b.Name, b.Slots, b.SlotsUsed, b.Queued})
		r.Slots += b.Slots
		r.SlotsUsed += b.SlotsUsed
		r.Queued += b.Queued
	}
	return r
}

func (p *program) node() *cobra.Command {
	list := p.listing(&cobra.Command{
		Use: "list", Short: "List supervisors and workers",
		Example: "  mars node list\n  mars node list --json | jq '.[] | select(.role == \"worker\") | .cores_used'",
	}, p.nodeList)
	show := p.asking(&cobra.Command{
		Use: "show NODE", Short: "Show one node; the begin of its name will do", Args: oneArg("NODE"),
		Example: "  mars node show 10.0.0.2:7103",
	}, p.nodeShow)
	drain := p.asking(&cobra.Command{
		Use: "drain NODE", Short: "Have a worker hand over what only it has, and stop; the begin of its name will do", Args: oneArg("NODE"),
		Long: "The worker takes nothing new, ends what runs, hands over what only it has, and stops, within its --stop-timeout. " +
			"The command returns when it has stopped.",
		Example: "  mars node drain 10.0.0.2:7103",
	}, p.nodeDrain)
	p.completes(show, "", p.nodeNames)
	p.completes(drain, "", p.nodeNames)
	return group("node", "Supervisors and workers", list, show, drain)
}

func (p *program) nodes(ctx context.Context, s *server) ([]nodeRow, error) {
	a, err := call(ctx, p, s, s.cluster.ListNodes, &marsv1.ListNodesRequest{})
	rows := []nodeRow{}
	for _, n := range a.GetNodes() {
		rows = append(rows, nodeOf(n))
	}
	return rows, err
}

func (p *program) nodeList(ctx context.Context, s *server) (listing, error) {
	rows, err := p.nodes(ctx, s)
	t := &table{head: []string{"NAME", "ROLE", "STATE", ">CORES", ">MEMORY", ">STORED", ">SPILLED", ">RUNNING", ">SEEN", ">QUEUED", ">AGE", "VERSION", "LABELS"}, more: 4}
	for _, r := range rows {
		seen, age, labels := ago(r.n.Seen, time.Now()), ago(r.n.Started, time.Now()), strings.Join(r.Labels, ",")
		if !lives(r.n) { // its last values are nobody's any more
			t.add(r.Name, r.Role, r.State, "-", "-", "-", "-", "-", seen, "-", age, r.Version, labels)
			continue
		}
		t.add(r.Name, r.Role, r.State, cores(r), used(r.MemoryUsed, r.Memory), size.Text(r.Stored), size.Text(r.Spilled),
			fmt.Sprintf("%d of %d", r.SlotsUsed, r.Slots), seen, fmt.Sprint(r.Queued), age, r.Version, labels)
	}
	return listing{rows, t, func(i int) string { return strings.Join(slices.Delete(slices.Clone(t.rows[i]), 8, 9), " ") }}, err
}

// lives reports that what a node said of itself is true of now.
func lives(n *marsv1.ClusterNode) bool {
	switch n.State {
	case marsv1.ClusterNode_STATE_DEAD, marsv1.ClusterNode_STATE_STOPPED, marsv1.ClusterNode_STATE_LOST:
		return false
	}
	return true
}

// cores is "0.87 of 2".
func cores(r nodeRow) string { return fmt.Sprintf("%.2f of %g", r.CoresUsed, r.Cores) }

// drainLook is how often it is looked whether a worker has left.
const drainLook = 200 * time.Millisecond

func (p *program) nodeDrain(ctx context.Context, s *server, args []string) error {
	rows, err := p.nodes(ctx, s)
	if err != nil {
		return err
	}
	r, err := pick(rows, func(r nodeRow) string { return r.Name }, "node", args[0])
	if err != nil {
		return err
	}
	if _, err := call(ctx, p, s, s.cluster.DrainNode, &marsv1.DrainNodeRequest{Address: r.Name}); err != nil {
		return err
	}
	for {
		rows, err := p.nodes(ctx, s)
		if err != nil {
			return err
		}
		at := slices.IndexFunc(rows, func(x nodeRow) bool { return x.Name == r.Name })
		if at < 0 || !lives(rows[at].n) {
			return nil
		}
		select {
		case <-time.After(drainLook):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (p *program) nodeShow(ctx context.Context, s *server, args []string) error {
	rows, err := p.nodes(ctx, s)
	if err != nil {
		return err
	}
	r, err := pick(rows, func(r nodeRow) string { return r.Name }, "node", args[0])
	if err != nil {
		return err
	}
	f := fields{
		{"name", r.Name},
		{"role", r.Role},
		{"state", r.State},
		{"version", r.Version},
		{"cores", cores(r)},
		{"memory", used(r.MemoryUsed, r.Memory)},
		{"stored", size.Text(r.Stored)},
		{"spilled", size.Text(r.Spilled)},
		{"written", size.Text(r.Written)},
		{"fetched", size.Text(r.Fetched)},
		{"started", ago(r.n.Started, time.Now()) + " ago"},
		{"seen", ago(r.n.Seen, time.Now()) + " ago"},
	}
	for _, b := range r.Bands {
		f = append(f, [2]string{"band " + b.Name, fmt.Sprintf("%d of %d slots, %d queued", b.SlotsUsed, b.Slots, b.Queued)})
	}
	if len(r.Labels) > 0 {
		f = append(f, [2]string{"labels", strings.Join(r.Labels, ", ")})
	}
	return p.show(r, f)
}
