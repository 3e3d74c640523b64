package lint

import (
	_ "embed"
	"fmt"
	"strings"
)

//go:embed floors.txt
var floorsText string

// Floors says where each package stands.
type Floors []place

// A place is one entry of the table.
type place struct {
	pattern string
	floor   int
	group   int // groups of one floor do not meet
	step    int // position in the group's chain
}

// Table is the committed table.
func Table() (Floors, error) { return ParseFloors(floorsText) }

// ParseFloors reads the format that floors.txt explains.
func ParseFloors(text string) (Floors, error) {
	var fl Floors
	for i, line := range strings.Split(text, "\n") {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		var floor int
		head, rest, ok := strings.Cut(line, ":")
		if _, err := fmt.Sscan(head, &floor); !ok || err != nil {
			return nil, fmt.Errorf("floors.txt:%d: want \"floor: packages\"", i+1)
		}
		for g, group := range strings.Split(rest, "|") {
			for s, step := range strings.Split(group, "->") {
				for _, p := range strings.Fields(step) {
					for _, q := range fl {
						if q.pattern == p {
							return nil, fmt.Errorf("floors.txt:%d: %s stands in two places", i+1, p)
						}
					}
					fl = append(fl, place{p, floor, g, s})
				}
			}
		}
	}
	return fl, nil
}

// find is the entry of a package: the longest pattern that matches its name.
func (fl Floors) find(name string) (best place, ok bool) {
	for _, p := range fl {
		prefix, star := strings.CutSuffix(p.pattern, "*")
		if star && strings.HasPrefix(name, prefix) && len(name) > len(prefix) || name == p.pattern {
			if !ok || len(p.pattern) > len(best.pattern) {
				best, ok = p, true
			}
		}
	}
	return best, ok
}

// Floor is the floor of a package, -1 when it has none.
func (fl Floors) Floor(name string) int {
	if p, ok := fl.find(name); ok {
		return p.floor
	}
	return -1
}

// CheckFloors reports imports that do not go down and packages without a floor.
func CheckFloors(r *Repo, fl Floors) (ps []Problem) {
	report := func(format string, args ...any) {
		ps = append(ps, Problem{"floors", fmt.Sprintf(format, args...)})
	}
	for _, p := range r.Pkgs {
		from, ok := fl.find(p.Name())
		if !ok {
			report("%s has no floor: give it one in internal/lint/floors.txt", p.Name())
			continue
		}
		for _, imp := range p.Imports {
			inner, ok := r.inner(imp)
			if !ok {
				continue
			}
			name := Package{Path: inner}.Name()
			to, ok := fl.find(name)
			if !ok {
				continue // reported as a package
			}
			why := ""
			switch {
			case to.floor < from.floor, to.floor == from.floor && to.group == from.group && to.step < from.step:
				continue
			case to.floor == from.floor && to.group == from.group && to.step > from.step:
				why = ": it stands before it"
			case to.floor == from.floor:
				why = ": siblings do not import each other"
			}
			report("%s (floor %d) imports %s (floor %d)%s", p.Name(), from.floor, name, to.floor, why)
		}
	}
	return ps
}
