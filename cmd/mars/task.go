package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	marsv1 "github.com/mars-project/mars-go/gen/mars/v1"
)

// A taskRow is a task in JSON.
type taskRow struct {
	ID        string   `json:"id"`
	Session   string   `json:"session"`
	State     string   `json:"state"`
	Progress  float64  `json:"progress"`
	Subtasks  uint32   `json:"subtasks"`
	Done      uint32   `json:"subtasks_done"`
	Running   uint32   `json:"subtasks_running"`
	Tags      []string `json:"tags"`
	Submitted string   `json:"submitted"`
	Ended     string   `json:"ended"`
	Waiting   string   `json:"waiting"`
	Error     string   `json:"error"`

	t *marsv1.Task
}

func taskOf(t *marsv1.Task) taskRow {
	r := taskRow{
		ID: t.TaskId, Session: t.SessionId, State: word(t.State), Progress: t.Progress, Subtasks: t.Subtasks, Done: t.SubtasksDone,
		Running: t.SubtasksRunning, Tags: append([]string{}, t.Tags...), Submitted: stamp(t.Submitted), Ended: stamp(t.Ended), Waiting: t.Waiting, t: t,
	}
	if t.Problem != nil {
		r.Error = problemText(t.Problem)
	}
	return r
}

// took is how long the task ran, or has been running.
func (r *taskRow) took() string {
	if r.t.Ended != nil && r.t.Submitted != nil {
		return short(r.t.Ended.AsTime().Sub(r.t.Submitted.AsTime()))
	}
	return ago(r.t.Submitted, time.Now())
}

func (p *program) task() *cobra.Command {
	var session string
	var all bool
	list := p.asking(&cobra.Command{Use: "list", Short: "List tasks", Args: noArgs, Example: "  mars task list\n  mars task list --json"},
		func(ctx context.Context, s *server, _ []string) error { return p.taskList(ctx, s, session) })
	list.Flags().StringVar(&session, "session", "", "only those of a `session`")
	show := p.asking(&cobra.Command{Use: "show TASK", Short: "Show one task; the begin of its id will do", Args: oneArg("TASK"), Example: "  mars task show t7f"}, p.taskShow)
	cancel := p.asking(&cobra.Command{
		Use: "cancel TASK... | --all", Short: "Cancel tasks", Example: "  mars task cancel t7f\n  mars task cancel --all",
		Args: func(c *cobra.Command, args []string) error {
			if all == (len(args) > 0) {
				return usage("%s wants either tasks or --all", c.CommandPath())
			}
			return nil
		},
	}, func(ctx context.Context, s *server, args []string) error { return p.taskCancel(ctx, s, args, all) })
	cancel.Flags().BoolVar(&all, "all", false, "all tasks that have not ended")
	logs := p.asking(&cobra.Command{Use: "logs TASK", Short: "Print what user code of a task's session printed", Args: oneArg("TASK"), Example: "  mars task logs t7f"}, p.taskLogs)
	return group("task", "Graphs that run", list, show, cancel, logs)
}

func (p *program) tasks(ctx context.Context, s *server, session string) ([]taskRow, error) {
	a, err := call(ctx, p, s, s.task.ListTasks, &marsv1.ListTasksRequest{SessionId: session})
	rows := []taskRow{}
	for _, t := range a.GetTasks() {
		rows = append(rows, taskOf(t))
	}
	return rows, err
}

func (p *program) taskByID(ctx context.Context, s *server, prefix string) (taskRow, error) {
	rows, err := p.tasks(ctx, s, "")
	if err != nil {
		return taskRow{}, err
	}
	return pick(rows, func(r taskRow) string { return r.ID }, "task", prefix)
}

func (p *program) taskList(ctx context.Context, s *server, session string) error {
	if session != "" {
		r, err := p.sessionByID(ctx, s, session)
		if err != nil {
			return err
		}
		session = r.ID
	}
	rows, err := p.tasks(ctx, s, session)
	if err != nil {
		return err
	}
	t := &table{head: []string{"TASK", "STATE", ">PROGRESS", ">SUBTASKS", ">TOOK", "SESSION", "NOTE"}}
	for _, r := range rows {
		note, _, _ := strings.Cut(r.Error, "\n")
		if r.Waiting != "" {
			note = "waits: " + r.Waiting
		}
		t.add(r.ID, r.State, fmt.Sprintf("%.0f%%", 100*r.Progress), fmt.Sprintf("%d of %d", r.Done, r.Subtasks), r.took(), r.Session, note)
	}
	return p.show(rows, t)
}

func (p *program) taskShow(ctx context.Context, s *server, args []string) error {
	r, err := p.taskByID(ctx, s, args[0])
	if err != nil {
		return err
	}
	a, err := call(ctx, p, s, s.task.GetTask, &marsv1.GetTaskRequest{SessionId: r.Session, TaskId: r.ID})
	if err != nil {
		return err
	}
	r = taskOf(a.Task)
	f := fields{
		{"task", r.ID},
		{"session", r.Session},
		{"state", r.State},
		{"progress", fmt.Sprintf("%.0f%%", 100*r.Progress)},
		{"subtasks", fmt.Sprintf("%d done, %d running, %d in all", r.Done, r.Running, r.Subtasks)},
		{"took", r.took()},
	}
	for _, x := range [][2]string{{"tags", strings.Join(r.Tags, ", ")}, {"waits for", r.Waiting}, {"error", r.Error}} {
		if x[1] != "" {
			f = append(f, x)
		}
	}
	return p.show(r, f)
}

func (p *program) taskCancel(ctx context.Context, s *server, args []string, all bool) error {
	rows, err := p.tasks(ctx, s, "")
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
			if r.State == "pending" || r.State == "running" {
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
