package command

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	marsv1 "github.com/mars-project/mars-go/gen/mars/v1"
)

// completeTime is how long a shell waits for ids.
const completeTime = 2 * time.Second

// A candidate is an id with what tells it from others.
type candidate struct{ id, what string }

// completes has a shell complete the arguments of a command, or with a name the values of that flag, by what
// the server has.
func (p *program) completes(c *cobra.Command, flag string, ids func(context.Context, *server) ([]candidate, error)) {
	f := func(c *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
		const only = cobra.ShellCompDirectiveNoFileComp
		if p.resolve() != nil {
			return nil, only
		}
		s, err := p.server()
		if err != nil {
			return nil, only
		}
		ctx, cancel := context.WithTimeout(c.Context(), completeTime)
		defer cancel()
		list, err := ids(ctx, s)
		if err != nil { // a shell shows no errors
			return nil, only
		}
		given := map[string]bool{}
		for _, a := range args {
			given[a] = true
		}
		var out []cobra.Completion
		for _, x := range list {
			if !given[x.id] {
				out = append(out, cobra.CompletionWithDesc(x.id, x.what))
			}
		}
		return out, only
	}
	if flag != "" {
		_ = c.RegisterFlagCompletionFunc(flag, f)
		return
	}
	c.ValidArgsFunction = f
}

// taskIDs are tasks, those of the history too where they may be asked for.
func (p *program) taskIDs(past bool) func(context.Context, *server) ([]candidate, error) {
	return func(ctx context.Context, s *server) (out []candidate, err error) {
		a, err := call(ctx, p, s, s.task.ListTasks, &marsv1.ListTasksRequest{All: past})
		for _, t := range a.GetTasks() {
			out = append(out, candidate{t.TaskId, t.Name + ", " + word(t.State)})
		}
		return out, err
	}
}

func (p *program) nodeNames(ctx context.Context, s *server) (out []candidate, err error) {
	rows, err := p.nodes(ctx, s)
	for _, r := range rows {
		out = append(out, candidate{r.Name, r.Role + ", " + r.State})
	}
	return out, err
}

func (p *program) sessionIDs(ctx context.Context, s *server) (out []candidate, err error) {
	rows, err := p.sessions(ctx, s)
	for _, r := range rows {
		out = append(out, candidate{r.ID, r.Client})
	}
	return out, err
}
