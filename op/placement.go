package op

import (
	"math"
	"slices"
	"strings"
	"time"

	"github.com/mars-project/mars-go/errs"
)

// Placement says where calls of a user's function may run, and what one of them takes there. The zero value
// is one slot anywhere. Embed it: its fields are parameters.
type Placement struct {
	Slots    int      // cores of one call, and threads of its libraries; 0 means 1
	Memory   int      // bytes that one call takes beside its inputs and outputs
	Timeout  float64  // in seconds, how long one call may run; 0: as long as it likes
	Where    []string // labels that its worker has: "zone=a", or "zone" with whatever value
	Env      bool     // the last input, but for arguments that are apart, is the environment of its process
	Packages bool     // it has packages, which its worker installs
}

// Placed is an operand that says so of its calls of a stage.
type Placed interface{ Placing(Stage) Placement }

// PlacingOf is what the calls of o at a stage take, and where.
func PlacingOf(o Operand, s Stage) Placement {
	x, ok := o.(Placed)
	if !ok {
		return Placement{}
	}
	p := x.Placing(s)
	if p.Packages {
		p.Where = append(slices.Clip(p.Where), LabelPackages)
	}
	return p
}

// LabelPackages is the label of workers that install packages for environments.
const LabelPackages = "packages"

// Calls are the labels of workers that call functions of a version of Python in their environment.
func (p *Placement) Calls(python string) []string {
	if p.Packages {
		return []string{"python:" + python, LabelPackages}
	}
	return []string{"python:" + python}
}

// Placing is the same at all stages.
func (p Placement) Placing(Stage) Placement { return p }

// maxSlots bounds what may be asked for at all.
const maxSlots = 1 << 16

// CheckPlacement refuses what no worker of any cluster can be. Errors: Invalid.
func (p *Placement) CheckPlacement() error {
	switch {
	case p.Slots < 0 || p.Slots > maxSlots:
		return errs.New(errs.Invalid, "slots must be from 1 to %d, not %d", maxSlots, p.Slots)
	case p.Memory < 0:
		return errs.New(errs.Invalid, "memory must be bytes, not %d", p.Memory)
	case !(p.Timeout >= 0) || p.Timeout > math.MaxInt32:
		return errs.New(errs.Invalid, "a timeout of %g seconds", p.Timeout)
	}
	for _, l := range p.Where {
		if k, _, _ := strings.Cut(l, "="); k == "" {
			return errs.New(errs.Invalid, "where has a label %q without a name", l)
		}
	}
	return nil
}

// Limit puts what a call may take into it.
func (p *Placement) Limit(c *FuncCall) {
	c.Threads, c.Memory, c.Limit = p.Slots, int64(p.Memory), time.Duration(p.Timeout*float64(time.Second))
}

// HasLabels reports that labels of a worker have all of some: "zone=a", or "zone" with whatever value.
func HasLabels(labels map[string]string, all []string) bool {
	for _, l := range all {
		k, v, valued := strings.Cut(l, "=")
		if have, ok := labels[k]; !ok || valued && have != v {
			return false
		}
	}
	return true
}
