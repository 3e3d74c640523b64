package command

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"
	"google.golang.org/protobuf/encoding/protojson"

	marsv1 "github.com/mars-project/mars-go/gen/mars/v1"
	"github.com/mars-project/mars-go/internal/size"
)

func (p *program) events() *cobra.Command {
	var follow bool
	var session string
	var since time.Time
	c := p.asking(&cobra.Command{
		Use: "events", Short: "Print what happened, or with -f what happens", Args: noArgs,
		Example: "  mars events\n  mars events -f\n  mars events -f --json | jq .task",
	}, func(ctx context.Context, s *server, _ []string) error {
		if p.form != "" && p.form != "json" {
			return usage("mars events has no form %s", p.form)
		}
		return p.watch(ctx, s, session, follow, since)
	})
	c.Flags().BoolVarP(&follow, "follow", "f", false, "go on with those to come")
	c.Flags().StringVar(&session, "session", "", "only those of a `session`")
	c.Flags().Var(sinceFlag{&since}, "since", "only those from a moment on: 90m, or 2026-11-25T18:00:00Z")
	p.completes(c, "session", p.sessionIDs)
	return c
}

// watch prints the last word on everything, by the time it came about, or for ever what happens.
func (p *program) watch(ctx context.Context, s *server, session string, follow bool, since time.Time) error {
	if session != "" {
		r, err := p.sessionByID(ctx, s, session)
		if err != nil {
			return err
		}
		session = r.ID
	}
	watching, cancel := context.WithCancel(ctx)
	defer cancel()
	r := &marsv1.WatchRequest{SessionId: session, State: !follow || !since.IsZero()}
	stream, err := s.event.Watch(watching, r)
	if err != nil {
		return s.failed(err)
	}
	defer func() { _ = stream.Close() }()
	var state []*marsv1.Event
	for stream.Receive() {
		e := stream.Msg().Event
		if e.GetHeartbeat() == nil && e.Time.AsTime().Before(since) {
			continue
		}
		switch _, beat := e.What.(*marsv1.Event_Heartbeat); {
		case follow:
			if err := p.event(e); err != nil {
				return err
			}
		case beat: // behind the last one
			slices.SortStableFunc(state, func(a, b *marsv1.Event) int { return a.Time.AsTime().Compare(b.Time.AsTime()) })
			for _, e := range state {
				if err := p.event(e); err != nil {
					return err
				}
			}
			return nil
		default:
			state = append(state, e)
		}
	}
	return s.failed(stream.Err())
}

// event prints one.
func (p *program) event(e *marsv1.Event) error {
	if _, ok := e.What.(*marsv1.Event_Heartbeat); ok {
		return nil
	}
	if p.form == "json" {
		b, err := raw(protojson.MarshalOptions{UseProtoNames: true}.Marshal(e))
		if err != nil {
			return err
		}
		return json.NewEncoder(p.std.out).Encode(b) // protojson leaves blanks of its own; this does not
	}
	_, err := fmt.Fprintf(p.std.out, "%s  %6d  %s\n", e.Time.AsTime().Local().Format("15:04:05.000"), e.Seq, eventText(e))
	return err
}

// eventText is an event in a line.
func eventText(e *marsv1.Event) string {
	switch x := e.What.(type) {
	case *marsv1.Event_Task:
		r := taskOf(x.Task)
		s := fmt.Sprintf("task %s %s %.0f%% (%d of %d subtasks)", r.ID, r.State, 100*r.Progress, r.Done, r.Subtasks)
		if r.Waiting != "" {
			s += ", waits: " + r.Waiting
		}
		if r.Error != "" {
			s += ": " + r.Error
		}
		return s
	case *marsv1.Event_Log:
		return fmt.Sprintf("log of %s on %s: %s", x.Log.Chunk, x.Log.Worker, x.Log.Text)
	case *marsv1.Event_Node:
		r := nodeOf(x.Node)
		return fmt.Sprintf("node %s %s, cores %s, memory %s", r.Name, r.State, cores(r), used(r.MemoryUsed, r.Memory))
	case *marsv1.Event_Session:
		return fmt.Sprintf("session %s: %d tasks, %s stored", x.Session.SessionId, x.Session.Tasks, size.Text(x.Session.StoredBytes))
	case *marsv1.Event_Warning:
		return "warning: " + x.Warning.Text
	case *marsv1.Event_Gap:
		return fmt.Sprintf("events %d to %d are gone", x.Gap.First, x.Gap.Last)
	}
	return "something that this version does not know"
}
