package client

import (
	"context"
	"time"

	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
)

// A backend is where the values of a session are made and kept: services that are called directly, or a web
// port.
type backend interface {
	// submit starts a task. has finds values that the session has.
	submit(ctx context.Context, vs []op.Value, o *Options, has func(op.Key) stored) (service.TaskID, error)
	// explain is how the values would be made.
	explain(ctx context.Context, vs []op.Value, o *Options, has func(op.Key) stored) (string, error)
	// wait returns when the task is over, when ctx ends, and after step unless that is 0, with what is known
	// then; of a task that is done its values too.
	wait(ctx context.Context, id service.TaskID, step time.Duration) (service.TaskInfo, []stored, error)
	// info is what is known now.
	info(ctx context.Context, id service.TaskID) (service.TaskInfo, error)
	// cancel ends a task. It returns when nothing of it runs any more.
	cancel(ctx context.Context, id service.TaskID) error
	// release gives up a handle on each of the values; the backend knows them by these keys.
	release(ctx context.Context, ks []op.Key) error
	// close ends the session.
	close(ctx context.Context) error
}

// A stored value was executed, and is where its chunks are.
type stored interface {
	// key is the one by which the backend knows the value.
	key() op.Key
	// meta describes it; all lengths are known.
	meta() op.Meta
	// fetch brings all of it to Go memory, or with lo and size a box, which have a number for each axis; of a
	// frame one, for the rows.
	fetch(ctx context.Context, lo, size []int) (any, error)
}
