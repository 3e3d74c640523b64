package kernel

import (
	"slices"

	"github.com/mars-project/mars-go/kernel/basic"
)

// fuse puts one step in the place of two where the first one's result is read by the second one alone and
// there is a loop for both: the result stays in registers. The first argument is tried first, so that a*b +
// c*d is a*b, added to what c*d gives.
func (p *Program) fuse() {
	uses := make([]int, len(p.values))
	maker := make([]int, len(p.values)) // the step that computes a value, and 1
	for _, v := range p.foldArg {
		uses[v]++
	}
	for _, r := range p.results {
		if r.value >= 0 {
			uses[r.value] += 2 // a result is kept
		}
	}
	for k, s := range p.steps {
		for _, a := range s.args {
			uses[a]++
		}
		maker[s.outs[0]] = k + 1
	}
	gone := make([]bool, len(p.steps))
	for k := range p.steps {
		s := &p.steps[k]
		for at, a := range s.args {
			if uses[a] != 1 || maker[a] == 0 || gone[maker[a]-1] {
				continue
			}
			first := &p.steps[maker[a]-1]
			l, ok := basic.Pair(&first.loop, &s.loop, at)
			if !ok {
				continue
			}
			gone[maker[a]-1] = true
			args := slices.Clone(first.args)
			for i, b := range s.args {
				if i != at {
					args = append(args, b)
				}
			}
			s.loop, s.args = l, args
			break
		}
	}
	kept := p.steps[:0]
	for k, s := range p.steps {
		if !gone[k] {
			kept = append(kept, s)
		}
	}
	p.steps = kept
}
