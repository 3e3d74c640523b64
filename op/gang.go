package op

import "github.com/mars-project/mars-go/errs"

// Gang says that the calls of an operator run at the same time, each of them a member: all begin, or none
// does. Embed it: its fields are parameters. Slots of Placement are those of each member.
type Gang struct {
	Size  int // members
	Ports int // of its machine that each member has for itself
}

// Ganged is an operand whose calls of a stage are members of a gang. Size 0: they are not. Again says that
// all begin once more when one of them has ended badly.
type Ganged interface {
	Ganging(Stage) (g Gang, again bool)
}

// GangOf is the gang that the calls of o at a stage are members of.
func GangOf(o Operand, s Stage) (g Gang, again bool) {
	if x, ok := o.(Ganged); ok {
		return x.Ganging(s)
	}
	return Gang{}, false
}

// Bounds of gangs.
const (
	maxMembers = 1 << 12
	maxPorts   = 16
)

// CheckGang refuses what no cluster can be. Errors: Invalid.
func (g *Gang) CheckGang() error {
	if g.Size < 1 || g.Size > maxMembers {
		return errs.New(errs.Invalid, "a gang has from 1 to %d members, not %d", maxMembers, g.Size)
	}
	if g.Ports < 0 || g.Ports > maxPorts {
		return errs.New(errs.Invalid, "a member has from 0 to %d ports, not %d", maxPorts, g.Ports)
	}
	return nil
}
