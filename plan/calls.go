package plan

import (
	"github.com/mars-project/mars-go/op"
)

// call is chunk operand id by itself, as it is known now.
func (p *Plan) call(id op.ID) op.Call {
	n := p.c.Node(id)
	c := op.Call{Op: p.c.Op(id), Stage: p.c.Stage(id), Key: p.c.Key(id), Site: n.Site.String(), Name: n.Name}
	c.Index, c.Lo, c.Full = p.c.Place(id)
	if in := p.c.In(id); len(in) > 0 {
		c.In = make([]op.Arg, 0, len(in))
		for _, e := range in {
			c.In = append(c.In, p.arg(e))
		}
	}
	c.Outs = make([]op.Meta, 0, p.c.Outs(id))
	for i := range p.c.Outs(id) {
		c.Outs = append(c.Outs, p.Settle(p.c.Meta(op.Edge{ID: id, Out: int32(i), Part: -1})))
	}
	return c
}

// arg reads an edge from the store; the part of an exchange names the mappers.
func (p *Plan) arg(e op.Edge) op.Arg {
	a := op.Arg{Call: -1, Out: int(e.Out), Part: int(e.Part), Meta: p.Settle(p.c.Meta(e))}
	whole := e
	whole.Part = -1
	a.Key = p.c.OutKey(whole)
	if op.IsExchange(p.c.Op(e.ID)) {
		a.Keys = p.mappers(e.ID)
	}
	return a
}

// mappers are the store keys of what an exchange joins, made once for all reducers.
func (p *Plan) mappers(id op.ID) []op.Key {
	if ks := p.exchanges[id]; ks != nil {
		return ks
	}
	in := p.c.In(id)
	ks := make([]op.Key, len(in))
	for i, e := range in {
		ks[i] = p.c.OutKey(e)
	}
	p.exchanges[id] = ks
	return ks
}

// fusedCall is a group of tasks as one call of a block program.
func (p *Plan) fusedCall(head op.ID, inner []op.ID) op.Call {
	members := append(append([]op.ID(nil), inner...), head)
	c := p.call(head)
	c.Op, c.In, c.Name = nil, nil, "fused"
	step := map[op.ID]int{}
	args := map[op.Edge]int{}
	for k, m := range members {
		s := op.Step{Op: p.c.Op(m), Stage: p.c.Stage(m), Site: p.c.Node(m).Site.String()}
		s.Meta = p.Settle(p.c.Meta(op.Edge{ID: m, Part: -1}))
		for _, e := range p.c.In(m) {
			if at, ok := step[e.ID]; ok {
				s.In = append(s.In, op.StepArg{Step: at})
				continue
			}
			at, ok := args[e]
			if !ok {
				at = len(c.In)
				args[e] = at
				c.In = append(c.In, p.arg(e))
			}
			s.In = append(s.In, op.StepArg{Step: -1, Arg: at})
		}
		c.Program = append(c.Program, s)
		step[m] = k
		if k < len(members)-1 {
			c.Name += ":" + p.c.Node(m).Name
		}
	}
	c.Name = p.c.Node(head).Name
	return c
}

// Calls are the calls of a subtask: arguments made inside it are read by place, values nobody else needs are
// not kept. needed tells of an output whether anybody outside the subtask reads it.
func (p *Plan) Calls(s *Subtask, needed func(e op.Edge) bool) []op.Call {
	alone := len(s.Heads) == 1
	var at map[op.Key]int // store key of an output made inside -> call
	var lastUse map[op.Key][2]int
	if !alone {
		at, lastUse = make(map[op.Key]int, len(s.Heads)), make(map[op.Key][2]int, len(s.Heads))
	}
	calls := make([]op.Call, 0, len(s.Heads))
	for k, id := range s.Heads {
		var c op.Call
		if inner := s.fused[id]; inner != nil {
			c = p.fusedCall(id, inner)
		} else {
			c = p.call(id)
		}
		for i := range c.In {
			if alone {
				break
			}
			a := &c.In[i]
			if from, ok := at[a.Key]; ok && a.Keys == nil {
				a.Call = from
			}
			lastUse[a.Key] = [2]int{k, i}
		}
		flags := make([]bool, 2*len(c.Outs))
		c.Want, c.Keep = flags[:len(c.Outs):len(c.Outs)], flags[len(c.Outs):]
		for i := range c.Outs {
			e := op.Edge{ID: id, Out: int32(i), Part: -1}
			if !alone {
				at[p.c.OutKey(e)] = k
			}
			c.Keep[i] = needed(e)
			c.Want[i] = c.Keep[i]
		}
		for _, a := range c.In {
			if a.Call >= 0 {
				calls[a.Call].Want[a.Out] = true
			}
		}
		calls = append(calls, c)
	}
	for key, u := range lastUse {
		if from, ok := at[key]; ok {
			a := &calls[u[0]].In[u[1]]
			a.Last = !calls[from].Keep[a.Out] && once(calls[u[0]].In, key)
		}
	}
	return calls
}

// once reports that one argument alone reads the key.
func once(in []op.Arg, key op.Key) bool {
	n := 0
	for _, a := range in {
		if a.Key == key {
			n++
		}
	}
	return n == 1
}
