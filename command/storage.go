package command

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/mars-project/mars-go/internal/size"
)

// A storageRow is what a worker stores, in JSON.
type storageRow struct {
	Node       string `json:"node"`
	State      string `json:"state"`
	Stored     int64  `json:"stored"`
	Spilled    int64  `json:"spilled"`
	MemoryUsed int64  `json:"memory_used"`
	Memory     int64  `json:"memory"`
}

func (p *program) storage() *cobra.Command {
	list := p.listing(&cobra.Command{Use: "list", Short: "List what workers store, in memory and on disk", Example: "  mars storage list"}, p.storageList)
	show := p.asking(&cobra.Command{Use: "show NODE", Short: "Show what one worker stores", Args: oneArg("NODE"), Example: "  mars storage show 10.0.0.2:7103"}, p.storageShow)
	p.completes(show, "", p.nodeNames)
	return group("storage", "Chunks in memory and on disk", list, show)
}

func (p *program) stored(ctx context.Context, s *server) ([]storageRow, error) {
	nodes, err := p.nodes(ctx, s)
	rows := []storageRow{}
	for _, n := range nodes {
		if n.Role == "worker" {
			rows = append(rows, storageRow{n.Name, n.State, n.Stored, n.Spilled, n.MemoryUsed, n.Memory})
		}
	}
	return rows, err
}

func (p *program) storageList(ctx context.Context, s *server) (listing, error) {
	rows, err := p.stored(ctx, s)
	t := &table{head: []string{"NODE", "STATE", ">STORED", ">SPILLED", ">PROCESS"}}
	for _, r := range rows {
		t.add(r.Node, r.State, size.Text(r.Stored), size.Text(r.Spilled), used(r.MemoryUsed, r.Memory))
	}
	return listing{rows: rows, table: t}, err
}

func (p *program) storageShow(ctx context.Context, s *server, args []string) error {
	rows, err := p.stored(ctx, s)
	if err != nil {
		return err
	}
	r, err := pick(rows, func(r storageRow) string { return r.Node }, "worker", args[0])
	if err != nil {
		return err
	}
	return p.show(r, fields{
		{"node", r.Node},
		{"state", r.State},
		{"in memory", size.Text(r.Stored)},
		{"on disk", size.Text(r.Spilled)},
		{"process", used(r.MemoryUsed, r.Memory)},
	})
}
