package command

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	marsv1 "github.com/mars-project/mars-go/gen/mars/v1"
	"github.com/mars-project/mars-go/internal/size"
)

// A sessionRow is a session in JSON.
type sessionRow struct {
	ID      string `json:"id"`
	Client  string `json:"client"`
	Tasks   uint32 `json:"tasks"`
	Stored  int64  `json:"stored"`
	Created string `json:"created"`
	Used    string `json:"used"`

	s *marsv1.Session
}

func (p *program) session() *cobra.Command {
	list := p.listing(&cobra.Command{Use: "list", Short: "List sessions", Example: "  mars session list"}, p.sessionList)
	show := p.asking(&cobra.Command{Use: "show SESSION", Short: "Show one session; the begin of its id will do", Args: oneArg("SESSION"), Example: "  mars session show 3f"}, p.sessionShow)
	closing := p.asking(&cobra.Command{Use: "close SESSION", Short: "Cancel the tasks of a session and free its values", Args: oneArg("SESSION"), Example: "  mars session close 3f"}, p.sessionClose)
	p.completes(show, "", p.sessionIDs)
	p.completes(closing, "", p.sessionIDs)
	return group("session", "What belongs to one user's program", list, show, closing)
}

func (p *program) sessions(ctx context.Context, s *server) ([]sessionRow, error) {
	a, err := call(ctx, p, s, s.session.ListSessions, &marsv1.ListSessionsRequest{})
	rows := []sessionRow{}
	for _, x := range a.GetSessions() {
		rows = append(rows, sessionRow{x.SessionId, x.Client, x.Tasks, x.StoredBytes, stamp(x.Created), stamp(x.Used), x})
	}
	return rows, err
}

func (p *program) sessionByID(ctx context.Context, s *server, prefix string) (sessionRow, error) {
	rows, err := p.sessions(ctx, s)
	if err != nil {
		return sessionRow{}, err
	}
	return pick(rows, func(r sessionRow) string { return r.ID }, "session", prefix)
}

func (p *program) sessionList(ctx context.Context, s *server) (listing, error) {
	rows, err := p.sessions(ctx, s)
	t := &table{head: []string{"SESSION", ">TASKS", ">STORED", ">AGE", ">USED", "CLIENT"}}
	for _, r := range rows {
		t.add(r.ID, fmt.Sprint(r.Tasks), size.Text(r.Stored), ago(r.s.Created, time.Now()), ago(r.s.Used, time.Now()), r.Client)
	}
	return listing{rows, t, func(i int) string { return fmt.Sprint(rows[i].ID, rows[i].Tasks, rows[i].Stored, rows[i].Client) }}, err
}

func (p *program) sessionShow(ctx context.Context, s *server, args []string) error {
	r, err := p.sessionByID(ctx, s, args[0])
	if err != nil {
		return err
	}
	return p.show(r, fields{
		{"session", r.ID},
		{"client", r.Client},
		{"tasks", fmt.Sprint(r.Tasks)},
		{"stored", size.Text(r.Stored)},
		{"created", ago(r.s.Created, time.Now()) + " ago"},
		{"used", ago(r.s.Used, time.Now()) + " ago"},
	})
}

func (p *program) sessionClose(ctx context.Context, s *server, args []string) error {
	r, err := p.sessionByID(ctx, s, args[0])
	if err != nil {
		return err
	}
	if _, err := call(ctx, p, s, s.session.CloseSession, &marsv1.CloseSessionRequest{SessionId: r.ID}); err != nil {
		return err
	}
	return p.show(r, fields{{"closed", r.ID}})
}
