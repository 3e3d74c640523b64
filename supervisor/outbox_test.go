package supervisor

import (
	"context"
	"slices"
	"testing"
	"testing/synctest"
)

// up makes a node that lives.
func up(n *nodes, node string) {
	ctx, end := context.WithCancel(context.Background())
	n.alive.Store(node, &life{ctx: ctx, end: end, epoch: 1})
}

// A link that takes nothing holds up nobody: who posts goes on, other nodes are served, and what was posted
// goes out in order, or fails at once when the node's life ends.
func TestOutboxes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := &nodes{s: &Supervisor{}}
		up(n, "slow")
		up(n, "good")
		var slow, good []string
		say := func(to *[]string, what string) func(context.Context) {
			return func(ctx context.Context) {
				if ctx.Err() != nil {
					what += ": over"
				}
				*to = append(*to, what)
			}
		}
		room := make(chan struct{})
		n.post("slow", func(ctx context.Context) { // a Tell without credit
			select {
			case <-room:
			case <-ctx.Done():
			}
		})
		for _, w := range []string{"a", "b"} {
			n.post("slow", say(&slow, w))
			n.post("good", say(&good, w))
		}
		synctest.Wait()
		if len(slow) > 0 || !slices.Equal(good, []string{"a", "b"}) {
			t.Errorf("slow: %v, good: %v", slow, good)
		}
		room <- struct{}{}
		synctest.Wait()
		if !slices.Equal(slow, []string{"a", "b"}) {
			t.Errorf("slow: %v", slow)
		}
		answer := make(chan struct{})
		n.behind("good", func(context.Context) { // a question waits for its answer alone
			good = append(good, "asks")
			<-answer
		})
		synctest.Wait()
		n.post("good", say(&good, "c"))
		synctest.Wait()
		if len(good) != 4 {
			t.Errorf("good: %v", good)
		}
		close(answer)
		n.post("slow", func(ctx context.Context) { <-ctx.Done() })
		n.post("slow", say(&slow, "c"))
		n.bury("slow")
		synctest.Wait()
		n.post("slow", say(&slow, "d"))
		if !slices.Equal(slow, []string{"a", "b", "c: over", "d: over"}) {
			t.Errorf("slow: %v", slow)
		}
		n.close()
		n.s.wg.Wait()
	})
}
