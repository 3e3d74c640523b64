package replica

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/mars-project/mars-go/internal/datadriven"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
)

func band(node string) service.Band { return service.Band{Node: node, Name: "numa-0"} }

func chunk(name string) Chunk {
	var h op.Hasher
	return Chunk{"s", h.Str(name).Sum()}
}

func TestStories(t *testing.T) {
	datadriven.Walk(t, "testdata", func(t *testing.T, path string) {
		m, names := New(Config{Flights: 2}), map[string]string{}
		datadriven.Run(t, path, func(t *testing.T, c *datadriven.Command) string {
			now := service.Nanos(c.Float("at", 0) * 1e9)
			k := chunk(c.Word(0))
			names[k.String()] = c.Word(0)
			var e Event
			switch c.Name {
			case "up":
				e = Up{band(c.Word(0)), c.Bool("closed")}
			case "leaving":
				e = Leaving{c.Word(0)}
			case "swept":
				e = Swept{c.Word(0)}
			case "down":
				e = Down{c.Word(0)}
			case "lacks":
				x := Lacks{Chunk: k, Bytes: int64(c.Int("bytes", 1)), Copies: c.Int("copies", 1), Only: c.Bool("only")}
				for _, n := range c.List("on") {
					x.On = append(x.On, band(n))
				}
				e = x
			case "copied":
				e = Copied{k, band(c.Str("to", ""))}
			case "failed":
				e = Failed{k, band(c.Str("to", "")), "no memory", now}
			case "dropped":
				e = Dropped{k}
			case "ended":
				e = Ended{c.Word(0)}
			case "tick":
				e = Tick{now}
			default:
				t.Fatalf("%s: no command %s", c.Pos, c.Name)
			}
			var b strings.Builder
			for _, x := range m.Step(e) {
				text := x.String()
				for k, name := range names {
					text = strings.ReplaceAll(text, k, name)
				}
				fmt.Fprintln(&b, text)
			}
			return b.String()
		})
	})
}

// TestModel answers copies in any order, loses workers and has them leave: at the end every chunk has its
// copies, and nobody waits.
func TestModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := New(Config{Flights: 2})
		up := map[string]bool{}
		on := map[Chunk]map[string]bool{}
		var flights []Copy
		left := map[string]bool{}
		step := func(e Event) {
			t.Log(e)
			for _, x := range m.Step(e) {
				t.Log("   ", x)
				switch x := x.(type) {
				case Copy:
					if on[x.Chunk][x.To.Node] || !up[x.To.Node] {
						t.Fatalf("%s goes to %s", x.Chunk, x.To)
					}
					flights = append(flights, x)
				case Left:
					left[x.Node] = true
				}
			}
			busy := map[string]int{}
			for _, f := range flights {
				if busy[f.To.Node]++; busy[f.To.Node] > 2 {
					t.Fatalf("%d copies go to %s", busy[f.To.Node], f.To.Node)
				}
			}
		}
		for n := range 4 {
			up[fmt.Sprint("w", n)] = true
			step(Up{Band: band(fmt.Sprint("w", n))})
		}
		now := service.Nanos(0)
		land := func(fails bool) {
			if len(flights) == 0 {
				return
			}
			i := rapid.IntRange(0, len(flights)-1).Draw(t, "flight")
			f := flights[i]
			flights = append(flights[:i:i], flights[i+1:]...)
			if fails && rapid.Bool().Draw(t, "fails") {
				step(Failed{f.Chunk, f.To, "no memory", now})
				return
			}
			on[f.Chunk][f.To.Node] = true
			step(Copied{f.Chunk, f.To})
		}
		for i := range rapid.IntRange(1, 30).Draw(t, "steps") {
			switch rapid.IntRange(0, 5).Draw(t, "act") {
			case 0, 1:
				c := chunk(fmt.Sprint(i))
				at := fmt.Sprint("w", rapid.IntRange(0, 1).Draw(t, "at"))
				on[c] = map[string]bool{at: true}
				step(Lacks{Chunk: c, Bytes: 1, Copies: rapid.IntRange(1, 2).Draw(t, "copies"), On: []service.Band{band(at)}})
			case 2, 3:
				land(true)
			case 4:
				now += 1e9
				step(Tick{now})
			case 5:
				step(Leaving{"w0"})
			}
		}
		step(Leaving{"w0"})
		for c, at := range on {
			if at["w0"] {
				x := Lacks{Chunk: c, Bytes: 1, Copies: 1}
				for n := range at {
					x.On = append(x.On, band(n))
				}
				step(x)
			}
		}
		left["w0"] = false
		step(Swept{"w0"})
		for range 200 {
			land(false)
			now += 1e9
			step(Tick{now})
		}
		if len(m.jobs)+len(m.order)-m.over+len(flights) > 0 || !left["w0"] {
			t.Fatalf("left: %d jobs, %d flights, w0 may leave: %v", len(m.jobs), len(flights), left["w0"])
		}
		for c, at := range on {
			if len(at) == 1 && at["w0"] {
				t.Fatalf("%s is on a worker alone that leaves", c)
			}
		}
	})
}
