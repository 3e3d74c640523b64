package function

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/mars-project/mars-go/internal/datadriven"
	"github.com/mars-project/mars-go/service"
)

// number reads the number of p3, c3 and f3.
func number(t *testing.T, word string) uint64 {
	n, err := strconv.ParseUint(word[1:], 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestStories tells what a machine decides. Calls are of session s and environment e if nothing else is said.
func TestStories(t *testing.T) {
	datadriven.Walk(t, "testdata", func(t *testing.T, path string) {
		m := New(Config{Idle: 2, Waiting: 2, Ahead: 3})
		datadriven.Run(t, path, func(t *testing.T, c *datadriven.Command) string {
			now := service.Nanos(c.Float("at", 0) * 1e9)
			proc := func() Proc { return Proc(number(t, c.Word(0))) }
			call := func() Call { return Call(number(t, c.Word(0))) }
			var e Event
			switch c.Name {
			case "call":
				x := Called{Call: call(), Class: Class{c.Str("session", "s"), c.Str("env", "e"), c.Int("threads", 1)}, Slot: c.Int("slot", 0)}
				x.Func, x.Now = Func{byte(c.Int("func", 1))}, now
				x.Limit, x.Once, x.Repeat, x.Behind = service.Nanos(c.Float("limit", 0)*1e9), c.Bool("once"), c.Bool("repeat"), c.Bool("behind")
				e = x
			case "ready":
				e = Ready{proc()}
			case "failed":
				e = Failed{proc(), c.Str("why", "no Python")}
			case "answered":
				e = Answered{proc(), Call(number(t, c.Word(1))), c.Bool("spent"), now}
			case "back": // p1 c2 c3
				back := Retracted{Proc: proc()}
				for _, w := range c.Words()[1:] {
					back.Calls = append(back.Calls, Call(number(t, w)))
				}
				e = back
			case "passed":
				e = Passed{proc()}
			case "died":
				e = Died{proc(), c.Str("why", "SIGSEGV"), now}
			case "waits":
				e = Waits{proc(), now}
			case "resumes":
				e = Resumes{proc()}
			case "granted":
				e = Granted{call(), c.Int("slot", 0), now}
			case "canceled":
				e = Canceled{call(), now}
			case "wanted":
				e = Wanted{proc()}
			case "closed":
				e = Closed{c.Word(0)}
			case "tick":
				e = Tick{now}
			default:
				t.Fatalf("%s: no command %s", c.Pos, c.Name)
			}
			var b strings.Builder
			for _, x := range m.Step(e) {
				fmt.Fprintln(&b, x)
			}
			return b.String()
		})
	})
}
