package supervisor

import (
	"context"

	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
)

// Explain asks operators as the plan of a task does, and runs nothing; see service.TaskService.
func (t *tasks) Explain(ctx context.Context, sub service.Submission) (string, error) {
	if err := t.s.sess.Touch(ctx, sub.Session); err != nil {
		return "", err
	}
	sub.Watch = new(op.Watch)
	known := func(value op.Key) (service.Manifest, bool) {
		m, ok, err := t.s.Lifecycle().Lookup(ctx, sub.Session, value)
		return m, ok && err == nil
	}
	text, _, err := ask(ctx, asked{t.s, 0, sub.Watch}, func() (string, error) { return t.s.cfg.Explain(sub, known) })
	return text, err
}
