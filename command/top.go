package command

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	marsv1 "github.com/mars-project/mars-go/gen/mars/v1"
	"github.com/mars-project/mars-go/internal/size"
)

// top is what the cluster does now, again and again.
func (p *program) top() *cobra.Command {
	var once bool
	var every time.Duration
	c := p.asking(&cobra.Command{
		Use: "top", Short: "Show what workers, sessions and tasks do now", Args: noArgs,
		Long:    "Show what workers, sessions and tasks do now, again and again until Ctrl-C. Where the output is no terminal one picture follows the other.",
		Example: "  mars top\n  mars top --once\n  mars top --every 5s > load.txt",
	}, func(ctx context.Context, s *server, _ []string) error {
		if every <= 0 {
			return usage("--every %s: want more than nothing", every)
		}
		if p.form != "" && p.form != "json" && p.form != "yaml" {
			return usage("mars top has no form %s", p.form)
		}
		return p.picture(ctx, s, once, every)
	})
	c.Flags().BoolVar(&once, "once", false, "one picture")
	c.Flags().DurationVar(&every, "every", time.Second, "time between two pictures")
	return c
}

// A topRow is a picture in JSON.
type topRow struct {
	Workers  []workerRow  `json:"workers"`
	Sessions []sessionRow `json:"sessions"`
	Tasks    []taskRow    `json:"tasks"` // that run
}

// A workerRow is a worker in it. Rates are those since the picture before, 0 in the first.
type workerRow struct {
	nodeRow
	SpillRate    float64 `json:"spill_rate"`    // bytes a second to disk
	TransferRate float64 `json:"transfer_rate"` // bytes a second from other workers
}

func (p *program) picture(ctx context.Context, s *server, once bool, every time.Duration) error {
	before := map[string]*marsv1.ClusterNode{}
	screen := terminal(p.std.out) && p.form == ""
	for first := true; ; first = false {
		r, err := p.look(ctx, s, before)
		if err != nil {
			return err
		}
		switch {
		case screen:
			_, err = io.WriteString(p.std.out, "\x1b[H\x1b[2J")
		case !first && p.form == "":
			_, err = fmt.Fprintln(p.std.out)
		}
		if err == nil {
			err = p.show(r, r)
		}
		if err != nil || once || !p.pause(ctx, every) {
			return err
		}
	}
}

// terminal reports that a person looks.
func terminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// look is what is there now. before are the workers of the last look, which become those of this one.
func (p *program) look(ctx context.Context, s *server, before map[string]*marsv1.ClusterNode) (r topRow, err error) {
	nodes, err := p.nodes(ctx, s)
	if err != nil {
		return r, err
	}
	r.Workers, r.Tasks = []workerRow{}, []taskRow{}
	for _, n := range nodes {
		if n.Role != "worker" {
			continue
		}
		w := workerRow{nodeRow: n}
		if old := before[n.Name]; old != nil {
			if d := n.n.Seen.AsTime().Sub(old.Seen.AsTime()).Seconds(); d > 0 { // its own clock: heartbeats may be late
				w.SpillRate = max(0, float64(n.n.WrittenBytes-old.WrittenBytes)/d)
				w.TransferRate = max(0, float64(n.n.FetchedBytes-old.FetchedBytes)/d)
			}
		}
		before[n.Name] = n.n
		r.Workers = append(r.Workers, w)
	}
	if r.Sessions, err = p.sessions(ctx, s); err != nil {
		return r, err
	}
	tasks, err := p.tasks(ctx, s, &marsv1.ListTasksRequest{})
	for _, t := range tasks {
		if t.State == "pending" || t.State == "running" {
			r.Tasks = append(r.Tasks, t)
		}
	}
	return r, err
}

// rate is a number of bytes a second.
func rate(x float64) string { return size.Text(int64(x)) + "/s" }

func (r topRow) write(w io.Writer) error {
	var busy, all float64
	var taken, memory int64
	running, slots := uint32(0), uint32(0)
	workers := &table{head: []string{"WORKER", "STATE", ">CORES", ">MEMORY", ">STORED", ">SPILLED", ">SPILL", ">TRANSFER", ">RUNNING", ">QUEUED"}}
	for _, x := range r.Workers {
		if !lives(x.n) {
			workers.add(x.Name, x.State, "-", "-", "-", "-", "-", "-", "-", "-")
			continue
		}
		busy, all, taken, memory, running, slots = busy+x.CoresUsed, all+x.Cores, taken+x.MemoryUsed, memory+x.Memory, running+x.SlotsUsed, slots+x.Slots
		workers.add(x.Name, x.State, cores(x.nodeRow), used(x.MemoryUsed, x.Memory), size.Text(x.Stored), size.Text(x.Spilled), rate(x.SpillRate), rate(x.TransferRate),
			fmt.Sprintf("%d of %d", x.SlotsUsed, x.Slots), fmt.Sprint(x.Queued))
	}
	sessions := &table{head: []string{"SESSION", ">TASKS", ">STORED", ">USED", "CLIENT"}}
	for _, x := range r.Sessions {
		sessions.add(x.ID, fmt.Sprint(x.Tasks), size.Text(x.Stored), ago(x.s.Used, time.Now()), x.Client)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%d workers, cores %.2f of %g, memory %s, subtasks %d of %d slots, %d sessions, %d tasks\n",
		len(r.Workers), busy, all, used(taken, memory), running, slots, len(r.Sessions), len(r.Tasks))
	for _, t := range []*table{workers, sessions, taskTable(r.Tasks)} {
		if len(t.rows) > 0 {
			b.WriteByte('\n')
			if err := t.write(&b); err != nil {
				return err
			}
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}
