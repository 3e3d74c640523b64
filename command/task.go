package command

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"google.golang.org/protobuf/types/known/timestamppb"

	marsv1 "github.com/mars-project/mars-go/gen/mars/v1"
	"github.com/mars-project/mars-go/internal/size"
)

// A taskRow is a task in JSON.
type taskRow struct {
	ID        string    `json:"id"`
	Name      string    `json:"name"`
	Session   string    `json:"session"`
	User      string    `json:"user"`
	State     string    `json:"state"`
	Progress  float64   `json:"progress"`
	Subtasks  uint32    `json:"subtasks"`
	Done      uint32    `json:"subtasks_done"`
	Running   uint32    `json:"subtasks_running"`
	Retried   uint32    `json:"subtasks_retried"`
	Tags      []string  `json:"tags"`
	Submitted string    `json:"submitted"`
	Ended     string    `json:"ended"`
	Seconds   float64   `json:"seconds"` // that it took, once it has ended
	Busy      float64   `json:"busy_seconds"`
	Waiting   string    `json:"waiting"`
	Error     string    `json:"error"`
	Operators []useRow  `json:"operators"`
	Calls     []callRow `json:"calls"`

	t *marsv1.Task
}

// A callRow is a call of a user's function that has run for a while.
type callRow struct {
	Op       string  `json:"op"`
	Site     string  `json:"site"`
	Worker   string  `json:"worker"`
	Seconds  float64 `json:"seconds"`
	Progress float64 `json:"progress"`
}

func (c callRow) String() string {
	s := cmp.Or(c.Op, "a function")
	if c.Site != "" {
		s += " of " + c.Site
	}
	s += fmt.Sprintf(" runs %s on %s", short(time.Duration(c.Seconds*float64(time.Second))), c.Worker)
	if c.Progress > 0 {
		s += fmt.Sprintf(", %.0f%%", 100*c.Progress)
	}
	return s
}

// longCall is after how many seconds a table tells of a call.
const longCall = 10

// A useRow is what the values of one operator took.
type useRow struct {
	Op       string  `json:"op"`
	Values   uint32  `json:"values"`
	Subtasks uint32  `json:"subtasks"`
	Busy     float64 `json:"busy_seconds"`
	Made     int64   `json:"made_bytes"`
}

func taskOf(t *marsv1.Task) taskRow {
	r := taskRow{
		ID: t.TaskId, Name: t.Name, Session: t.SessionId, User: t.User, State: word(t.State), Progress: t.Progress, Subtasks: t.Subtasks, Done: t.SubtasksDone,
		Running: t.SubtasksRunning, Retried: t.SubtasksRetried, Tags: append([]string{}, t.Tags...), Submitted: stamp(t.Submitted), Ended: stamp(t.Ended),
		Busy: t.BusySeconds, Waiting: t.Waiting, Operators: []useRow{}, Calls: []callRow{}, t: t,
	}
	if t.Ended != nil && t.Submitted != nil {
		r.Seconds = t.Ended.AsTime().Sub(t.Submitted.AsTime()).Seconds()
	}
	if t.Problem != nil {
		r.Error = problemText(t.Problem)
	}
	for _, u := range t.Operators {
		r.Operators = append(r.Operators, useRow{u.Op, u.Values, u.Subtasks, u.BusySeconds, u.MadeBytes})
	}
	for _, c := range t.Calls {
		r.Calls = append(r.Calls, callRow{c.Op, c.Site, c.Worker, c.Seconds, c.Progress})
	}
	return r
}

// over reports that nothing of the task changes any more.
func (r *taskRow) over() bool { return r.t.State >= marsv1.Task_STATE_SUCCEEDED }

// took is how long the task ran, or has been running.
func (r *taskRow) took() string {
	switch {
	case r.t.Ended != nil && r.t.Submitted != nil:
		return short(r.t.Ended.AsTime().Sub(r.t.Submitted.AsTime()))
	case r.over(): // its supervisor ended while it ran
		return "-"
	}
	return ago(r.t.Submitted, time.Now())
}

func (p *program) task() *cobra.Command {
	var session string
	var all, doomAll bool
	var since time.Time
	list := p.listing(&cobra.Command{
		Use: "list", Short: "List tasks that run and those that ended last; with --all the whole history",
		Example: "  mars task list\n  mars task list --all --since 24h\n  mars task list -o json | jq '.[] | select(.state == \"failed\") | .error'",
	}, func(ctx context.Context, s *server) (listing, error) { return p.taskList(ctx, s, session, all, since) })
	list.Flags().StringVar(&session, "session", "", "only those of a `session`")
	list.Flags().BoolVar(&all, "all", false, "those too of sessions that are closed, and of before the supervisor started again; the latest first")
	list.Flags().Var(sinceFlag{&since}, "since", "only those submitted from a moment on: 90m, or 2026-11-25T18:00:00Z")
	show := p.asking(&cobra.Command{Use: "show TASK", Short: "Show one task; the begin of its id will do", Args: oneArg("TASK"), Example: "  mars task show t7f"}, p.taskShow)
	cancel := p.asking(&cobra.Command{
		Use: "cancel TASK... | --all", Short: "Cancel tasks", Example: "  mars task cancel t7f\n  mars task cancel --all",
		Args: func(c *cobra.Command, args []string) error {
			if doomAll == (len(args) > 0) {
				return usage("%s wants either tasks or --all", c.CommandPath())
			}
			return nil
		},
	}, func(ctx context.Context, s *server, args []string) error { return p.taskCancel(ctx, s, args, doomAll) })
	cancel.Flags().BoolVar(&doomAll, "all", false, "all tasks that have not ended")
	logs := p.asking(&cobra.Command{Use: "logs TASK", Short: "Print what user code of a task's session printed", Args: oneArg("TASK"), Example: "  mars task logs t7f"}, p.taskLogs)
	p.completes(list, "session", p.sessionIDs)
	p.completes(show, "", p.taskIDs(true))
	p.completes(cancel, "", p.taskIDs(false))
	p.completes(logs, "", p.taskIDs(false))
	return group("task", "Graphs that run", list, show, cancel, logs)
}

// tasks are those of a request, of all its pages.
func (p *program) tasks(ctx context.Context, s *server, r *marsv1.ListTasksRequest) ([]taskRow, error) {
	rows := []taskRow{}
	for {
		a, err := call(ctx, p, s, s.task.ListTasks, r)
		if err != nil {
			return rows, err
		}
		for _, t := range a.GetTasks() {
			rows = append(rows, taskOf(t))
		}
		if r.PageToken = a.GetNextPageToken(); r.PageToken == "" {
			return rows, nil
		}
	}
}

// taskByID finds a task by the begin of its id: among those that run and ended last, then in the history.
func (p *program) taskByID(ctx context.Context, s *server, prefix string) (taskRow, error) {
	rows, err := p.tasks(ctx, s, &marsv1.ListTasksRequest{})
	if err != nil {
		return taskRow{}, err
	}
	id := func(r taskRow) string { return r.ID }
	r, err := pick(rows, id, "task", prefix)
	if err == nil && r.ID == prefix {
		return r, nil
	}
	if rows, e := p.tasks(ctx, s, &marsv1.ListTasksRequest{All: true, PageSize: 1000}); e == nil {
		return pick(rows, id, "task", prefix)
	}
	return r, err
}

func (p *program) taskList(ctx context.Context, s *server, session string, all bool, since time.Time) (listing, error) {
	q := &marsv1.ListTasksRequest{SessionId: session, All: all}
	if all {
		q.PageSize = 1000
	} else if session != "" {
		r, err := p.sessionByID(ctx, s, session)
		if err != nil {
			return listing{}, err
		}
		q.SessionId = r.ID
	}
	if !since.IsZero() {
		q.Since = timestamppb.New(since)
	}
	rows, err := p.tasks(ctx, s, q)
	return listing{rows: rows, table: taskTable(rows)}, err
}

func taskTable(rows []taskRow) *table {
	t := &table{head: []string{"TASK", "NAME", "STATE", ">PROGRESS", ">SUBTASKS", ">RETRIES", "STARTED", ">TOOK", "SESSION", "NOTE", "USER", ">BUSY", "ENDED", "TAGS"}, more: 4}
	for _, r := range rows {
		note, _, _ := strings.Cut(r.Error, "\n")
		switch {
		case r.Waiting != "":
			note = "waits: " + r.Waiting
		case len(r.Calls) > 0 && r.Calls[0].Seconds >= longCall:
			note = r.Calls[0].String()
		}
		t.add(r.ID, r.Name, r.State, fmt.Sprintf("%.0f%%", 100*r.Progress), fmt.Sprintf("%d of %d", r.Done, r.Subtasks), fmt.Sprint(r.Retried), at(r.t.Submitted, time.Now()), r.took(),
			r.Session, note, r.User, short(time.Duration(r.Busy*float64(time.Second))), at(r.t.Ended, time.Now()), strings.Join(r.Tags, ","))
	}
	return t
}

func (p *program) taskShow(ctx context.Context, s *server, args []string) error {
	r, err := p.taskByID(ctx, s, args[0])
	if err != nil {
		return err
	}
	a, err := call(ctx, p, s, s.task.GetTask, &marsv1.GetTaskRequest{SessionId: r.Session, TaskId: r.ID, Nodes: true})
	switch {
	case err == nil:
		r = taskOf(a.Task)
	case !r.over(): // of one that is over the list has told everything
		return err
	}
	f := fields{
		{"task", r.ID},
		{"name", r.Name},
		{"session", r.Session},
		{"state", r.State},
		{"progress", fmt.Sprintf("%.0f%%", 100*r.Progress)},
		{"subtasks", fmt.Sprintf("%d done, %d running, %d in all", r.Done, r.Running, r.Subtasks)},
		{"retries", fmt.Sprint(r.Retried)},
		{"started", at(r.t.Submitted, time.Now())},
		{"took", r.took()},
		{"busy", short(time.Duration(r.Busy * float64(time.Second)))},
	}
	for _, x := range [][2]string{{"user", r.User}, {"tags", strings.Join(r.Tags, ", ")}, {"waits for", r.Waiting}, {"error", r.Error}} {
		if x[1] != "" {
			f = append(f, x)
		}
	}
	for _, c := range r.Calls {
		f = append(f, [2]string{"call", c.String()})
	}
	for _, u := range r.Operators {
		f = append(f, [2]string{"op " + u.Op, fmt.Sprintf("%d values, %d subtasks, busy %s, made %s", u.Values, u.Subtasks, short(time.Duration(u.Busy*float64(time.Second))), size.Text(u.Made))})
	}
	return p.show(r, f)
}

func (p *program) taskCancel(ctx context.Context, s *server, args []string, all bool) error {
	rows, err := p.tasks(ctx, s, &marsv1.ListTasksRequest{})
	if err != nil {
		return err
	}
	var doomed []taskRow
	for _, a := range args {
		r, err := pick(rows, func(r taskRow) string { return r.ID }, "task", a)
		if err != nil {
			return err
		}
		doomed = append(doomed, r)
	}
	if all {
		for _, r := range rows {
			if !r.over() {
				doomed = append(doomed, r)
			}
		}
	}
	canceled := []string{}
	t := &table{head: []string{"CANCELED", "SESSION"}}
	for _, r := range doomed {
		a, err := call(ctx, p, s, s.task.CancelTask, &marsv1.CancelTaskRequest{SessionId: r.Session, Which: &marsv1.CancelTaskRequest_TaskId{TaskId: r.ID}})
		if err != nil {
			return err
		}
		canceled = append(canceled, a.TaskIds...)
		for _, id := range a.TaskIds {
			t.add(id, r.Session)
		}
	}
	return p.show(canceled, t)
}

// A logRow is a piece of output in JSON.
type logRow struct {
	Node   string `json:"node"`
	Chunk  string `json:"chunk"`
	Worker string `json:"worker"`
	Text   string `json:"text"`
}

func (p *program) taskLogs(ctx context.Context, s *server, args []string) error {
	r, err := p.taskByID(ctx, s, args[0])
	if err != nil {
		return err
	}
	a, err := call(ctx, p, s, s.task.ReadLogs, &marsv1.ReadLogsRequest{SessionId: r.Session})
	if err != nil {
		return err
	}
	rows := []logRow{}
	text := lines{}
	for _, l := range a.Logs {
		rows = append(rows, logRow{l.Node, l.Chunk, l.Worker, l.Text})
		for line := range strings.Lines(l.Text) {
			text = append(text, l.Worker+" "+l.Chunk+" | "+strings.TrimRight(line, "\n"))
		}
	}
	return p.show(rows, text)
}
