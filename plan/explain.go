package plan

import (
	"fmt"
	"strings"

	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
)

// Explain is how values would be made: the rewritten graph as a tree, the targets first, with the physical
// operators that are chosen without running anything. A value that is used twice is shown once, and named by
// its number after that. known finds values of the session that are already made.
func Explain(s service.Submission, known func(op.Key) (service.Manifest, bool)) (string, error) {
	p, err := New(optionsOf(s, known), s.Targets...)
	if err != nil {
		return "", err
	}
	if err := p.tileAll(); err != nil {
		return "", err
	}
	e := &explanation{p: p, shown: map[*node]int{}, uses: map[*node]int{}}
	for _, x := range p.nodes {
		for _, in := range x.in {
			e.uses[in]++
		}
	}
	for _, v := range p.targets {
		e.uses[p.of[v.N]]++
	}
	for i, v := range p.targets {
		if i > 0 {
			e.b.WriteString("\n")
		}
		e.tree(p.of[v.N], "", "")
	}
	return e.b.String(), nil
}

type explanation struct {
	p     *Plan
	b     strings.Builder
	shown map[*node]int // its number
	uses  map[*node]int
	cut   bool // the text has become too long
}

// longText is how many bytes are told: the lines of a deep graph are as long as it is deep.
const longText = 1 << 18

// tree writes a value and what it is made of; first stands before its line, rest before those below it.
func (e *explanation) tree(x *node, first, rest string) {
	if e.cut || e.b.Len() > longText {
		if !e.cut {
			e.b.WriteString("… the rest is left out\n")
		}
		e.cut = true
		return
	}
	if n := e.shown[x]; n > 0 {
		fmt.Fprintf(&e.b, "%s(%d) again\n", first, n)
		return
	}
	number := ""
	if e.uses[x] > 1 {
		e.shown[x] = len(e.shown) + 1
		number = fmt.Sprintf("(%d) ", e.shown[x])
	}
	fmt.Fprintf(&e.b, "%s%s%s\n", first, number, callText(x.n))
	in := inputs(x)
	below := rest + "    "
	if len(in) > 0 {
		below = rest + "│   "
	}
	for _, line := range e.about(x) {
		fmt.Fprintf(&e.b, "%s%s\n", below, line)
	}
	for i, y := range in {
		if i == len(in)-1 {
			e.tree(y, rest+"└── ", rest+"    ")
		} else {
			e.tree(y, rest+"├── ", rest+"│   ")
		}
	}
}

// inputs are the values that x is made of, each once.
func inputs(x *node) (out []*node) {
	seen := map[*node]bool{}
	for _, y := range x.in {
		if !seen[y] {
			seen[y] = true
			out = append(out, y)
		}
	}
	return out
}

// about says what a value is, how it is made, and where the user's program asks for it.
func (e *explanation) about(x *node) []string {
	lines := make([]string, 0, 3)
	for _, m := range x.n.Outs {
		lines = append(lines, metaText(e.p.Settle(m)))
	}
	how := "cut into chunks while it runs, after its inputs"
	switch {
	case x.tiled && x.grids[0].Len() == 1:
		how = "1 chunk"
	case x.tiled:
		how = fmt.Sprintf("%d chunks", x.grids[0].Len())
	case x.need != nil:
		how = "cut into chunks while it runs: " + facts[x.need.What] + " of its inputs are not known yet"
	}
	if chosen := e.p.c.Chosen(x.n); chosen != "" {
		how = chosen + "; " + how
	}
	lines = append(lines, how)
	if s := x.n.Site.String(); s != "" {
		lines = append(lines, "at "+s)
	}
	return lines
}

var facts = map[op.Fact]string{op.Rows: "the lengths", op.Stats: "lengths, bytes or dtypes", op.Values: "some values"}
