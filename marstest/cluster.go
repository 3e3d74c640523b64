package marstest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/mars-project/mars-go/client"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/local"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service/data"
)

// A site is a cluster on which checks run beside the Loop.
type site struct {
	name string
	cfg  local.Config
	opt  client.Options
	kill int // every so many checks a worker is killed while the task runs, and another one started
	c    *local.Cluster
	n    int // checks
}

// sites are open while Main runs.
var sites []*site

func all() []*site {
	return []*site{
		{name: "two nodes", cfg: local.Config{Workers: 2, Slots: 2, Memory: 64 << 20, Poison: true, Bytes: true}, opt: client.Options{ChunkBytes: 200}},
		{name: "spilling", cfg: local.Config{Workers: 1, Slots: 2, Memory: 32 << 20, Cache: 16 << 10, Poison: true}, opt: client.Options{ChunkBytes: 200}},
		{name: "faults", cfg: local.Config{Workers: 2, Slots: 2, Memory: 64 << 20, Poison: true, Transfer: flaky}, opt: client.Options{ChunkBytes: 64}, kill: 8},
	}
}

// Main is the TestMain of packages whose tests use Check: while they run there are clusters of two nodes, of
// one that spills everything, and of two with broken transfers and killed workers, and each Check runs on all
// of them. At the end no goroutine and no block may be left.
func Main(m *testing.M) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	var err error
	for _, s := range all() {
		if s.c, err = local.Start(ctx, s.cfg); err != nil {
			break
		}
		sites = append(sites, s)
	}
	cancel()
	code := 1
	if err == nil {
		code = m.Run()
	}
	ctx, cancel = context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	for _, s := range sites {
		err = errors.Join(err, s.c.Close(ctx))
	}
	if err == nil && code == 0 {
		err = goleak.Find(goleak.IgnoreAnyFunction("github.com/dlclark/regexp2/v2.runClock")) // it ends by itself, ten seconds after the last pattern
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "marstest:", err)
		code = 1
	}
	os.Exit(code)
}

// remote runs a handle on the clusters.
func remote(t *testing.T, o options, h op.Handle, want any) {
	t.Helper()
	for _, s := range sites {
		got, err := s.run(h)
		judge(t, o, s.name, got, err, want)
	}
}

// deadline is when a check on a cluster is taken for stuck.
const deadline = 2 * time.Minute

func (s *site) run(h op.Handle) (v any, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), deadline)
	defer cancel()
	x, err := client.New(ctx, s.c, s.opt)
	if err != nil {
		return nil, err
	}
	defer func() {
		if e := cmp.Or(x.Close(), s.c.Idle()); e != nil {
			err = errors.Join(err, e)
		}
	}()
	f, err := x.ExecuteAsync(ctx, h)
	if err != nil {
		return nil, err
	}
	s.n++
	if s.kill > 0 && s.n%s.kill == 0 && !writes(h.Value().N) {
		if err := s.c.Replace(ctx); err != nil {
			return nil, err
		}
	}
	if err := f.Wait(ctx); err != nil {
		if ctx.Err() != nil {
			err = fmt.Errorf("stuck: %w; the last events:\n%s", err, s.tail())
		}
		return nil, err
	}
	return x.Fetch(ctx, h)
}

// tail is the last events of the cluster.
func (s *site) tail() string {
	es, _ := s.c.Events().Since(context.Background(), 0, 0)
	var b strings.Builder
	for _, e := range es[max(0, len(es)-60):] {
		fmt.Fprintln(&b, e)
	}
	return b.String()
}

// writes reports an operator that writes to the world: it runs once, and what it says is lost with its
// worker.
func writes(n *op.Node) bool {
	if op.IsEffect(n.Op) {
		return true
	}
	for _, v := range n.In {
		if writes(v.N) {
			return true
		}
	}
	return false
}

// flaky fails every fifth fetch between workers, as a link that breaks does, but none of the same items
// twice: a subtask that is tried again gets on.
func flaky(t data.Transfer) data.Transfer { return &broken{Transfer: t} }

type broken struct {
	data.Transfer
	n    atomic.Int64
	once sync.Map // of the first item of what failed
}

func (b *broken) Fetch(ctx context.Context, node, session string, items []data.Item, into mem.Allocator, got func(i int, v any, f op.Facts) error) error {
	if b.n.Add(1)%5 == 0 && len(items) > 0 {
		if _, twice := b.once.LoadOrStore(items[0], true); twice {
			return b.Transfer.Fetch(ctx, node, session, items, into, got)
		}
		return errs.New(errs.Unavailable, "the link to %s broke (by test)", node)
	}
	return b.Transfer.Fetch(ctx, node, session, items, into, got)
}
