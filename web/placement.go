package web

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
)

// possible refuses what no worker has, nor all of them together: slots, memory, labels. Where workers are
// still to come somebody will tell then. Errors: Invalid.
func possible(nodes []service.NodeInfo, p op.Placement) error {
	slots, memory := int32(0), int64(0)
	var bands []service.BandInfo
	var names []string
	for i := range nodes {
		n := &nodes[i]
		if n.Role != "worker" || n.State > service.Suspect {
			continue
		}
		names = append(names, n.Node+" has "+labelsOf(n))
		if !op.HasLabels(n.Labels, p.Where) {
			continue
		}
		for _, b := range n.Bands {
			bands = append(bands, b)
			slots, memory = max(slots, b.Slots), max(memory, b.Mem)
		}
	}
	slices.Sort(names)
	with := ""
	if len(p.Where) > 0 {
		with = " with " + strings.Join(p.Where, ", ")
	}
	fits := func(b service.BandInfo) bool { return int(b.Slots) >= p.Slots && b.Mem >= int64(p.Memory) }
	switch {
	case len(names) == 0:
	case len(bands) == 0:
		return errs.New(errs.Invalid, "where=%s is no worker: %s; start one with --label", strings.Join(p.Where, ","), brief(names))
	case p.Slots > int(slots):
		return errs.New(errs.Invalid, "slots=%d was asked for, and the largest worker%s has %d", p.Slots, with, slots)
	case int64(p.Memory) > memory:
		return errs.New(errs.Invalid, "memory=%d bytes (%s) was asked for, and the largest worker%s has %d (%s)",
			p.Memory, service.Bytes(int64(p.Memory)), with, memory, service.Bytes(memory))
	case !slices.ContainsFunc(bands, fits):
		return errs.New(errs.Invalid, "slots=%d with memory=%d bytes was asked for, and no worker%s has both: one has %d slots, another %d bytes",
			p.Slots, p.Memory, with, slots, memory)
	}
	return nil
}

// meets refuses a gang for which all workers together have no room. Errors: Invalid.
func meets(nodes []service.NodeInfo, p op.Placement, g op.Gang) error {
	room, slots, workers, each := 0, 0, 0, max(1, p.Slots)
	for i := range nodes {
		n := &nodes[i]
		if n.Role != "worker" || n.State > service.Suspect {
			continue
		}
		workers++
		if !op.HasLabels(n.Labels, p.Where) {
			continue
		}
		for _, b := range n.Bands {
			slots += int(b.Slots)
			k := int(b.Slots) / each
			if p.Memory > 0 {
				k = min(k, int(b.Mem/int64(p.Memory)))
			}
			room += k
		}
	}
	if workers == 0 || room >= g.Size {
		return nil
	}
	if p.Memory > 0 {
		return errs.New(errs.Invalid, "%d members at a time with %d slots and %d bytes each were asked for, and the workers have room for %d", g.Size, each, p.Memory, room)
	}
	return errs.New(errs.Invalid, "%d members at a time with %d slots each were asked for, %d slots in all, and the workers have room for %d, on %d slots", g.Size, each, g.Size*each, room, slots)
}

// labelsOf are the labels of a worker that somebody gave it, for people.
func labelsOf(n *service.NodeInfo) string {
	var out []string
	for k, v := range n.Labels {
		if k != "data" && k != "functions" && k != "wasm" && k != op.LabelPackages && !strings.Contains(k, ":") {
			out = append(out, fmt.Sprintf("%s=%s", k, v))
		}
	}
	if len(out) == 0 {
		return "none"
	}
	slices.Sort(out)
	return strings.Join(out, " ")
}
