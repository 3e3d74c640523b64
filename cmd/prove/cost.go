package main

import (
	_ "embed"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/mars-project/mars-go/op"
)

// What a name costs that is an expression of others: lines of code of its struct, its registration, Build and
// other methods, the helpers that nothing else uses, and the functions and methods written by hand that only
// make its node. Recipes of one file share what they cost by the number of their names.

// wanted are names that programs use most.
//
//go:embed wanted.txt
var wanted string

// A cost is what a file's recipes have written for them.
type cost struct {
	File  string
	Names []string
	Lines int
}

// Each is the cost of one name.
func (c *cost) Each() float64 { return float64(c.Lines) / float64(len(c.Names)) }

// costs measures the recipes of some packages.
func costs(patterns ...string) ([]*cost, error) {
	operands, recipes := map[string]int{}, map[string][]string{}
	for _, d := range op.Defs() {
		t := reflect.TypeOf(d.New()).Elem()
		name := t.PkgPath() + "." + t.Name()
		operands[name]++
		if o := d.New(); op.IsRecipe(o) || op.IsDeferred(o) {
			recipes[name] = append(recipes[name], d.Doc.Name)
		}
	}
	all, err := units(operands, patterns...)
	if err != nil {
		return nil, err
	}
	byFile := map[string]*group{}
	for name, names := range recipes {
		u := all[name]
		if u == nil {
			return nil, fmt.Errorf("no source of the operand %s", name)
		}
		g := byFile[u.file]
		if g == nil {
			g = &group{all: all, operands: operands, in: map[string]*unit{}}
			byFile[u.file] = g
		}
		g.in[u.name] = u
		g.names = append(g.names, names...)
	}
	var out []*cost
	for file, g := range byFile {
		g.close()
		slices.Sort(g.names)
		out = append(out, &cost{filepath.Join(filepath.Base(filepath.Dir(file)), filepath.Base(file)), g.names, g.lines()})
	}
	slices.SortFunc(out, func(a, b *cost) int { return strings.Compare(a.File, b.File) })
	return out, nil
}

// A group is the operands of a file that are recipes, and what exists for them alone.
type group struct {
	all      map[string]*unit
	operands map[string]int
	names    []string
	in       map[string]*unit
}

// close adds what only the group uses, and the functions that make its nodes and no other, until nothing is
// left to add.
func (g *group) close() {
	for again := true; again; {
		again = false
		for _, u := range slices.Collect(maps.Values(g.in)) {
			for name, v := range u.users {
				if g.in[name] == nil && strings.Contains(name, ".init@") == false && g.makes(v) {
					g.in[name], again = v, true
				}
			}
			for name := range u.uses {
				if v := g.all[name]; g.in[v.name] == nil && g.alone(v) {
					g.in[v.name], again = v, true
				}
			}
		}
	}
}

// room is the name of a unit in a package that users do not import.
var room = regexp.MustCompile(`/(dataframe|tensor)/`)

// makes reports a function that only makes nodes of the group: it names an operand or an inner helper of the
// group, and no operand of others.
func (g *group) makes(u *unit) bool {
	mine := false
	for name := range u.uses {
		if v := g.in[name]; v != nil && (g.operands[name] > 0 || !v.exported) {
			mine = true
		} else if g.operands[name] > 0 && g.in[name] == nil {
			return false
		}
	}
	return mine && g.operands[u.name] == 0
}

// alone reports what has users, all of them in the group. A function that users of the package may call is
// nobody's helper.
func (g *group) alone(u *unit) bool {
	if g.operands[u.name] > 0 || u.exported && u.function && !room.MatchString(u.name) {
		return false
	}
	for name, v := range u.users {
		if g.in[name] == nil && !(strings.Contains(name, ".init@") && g.only(v, u)) {
			return false
		}
	}
	return len(u.users) > 0
}

// only reports that those statements of an init function that use u are of the group.
func (g *group) only(init, u *unit) bool {
	for _, p := range init.parts {
		if p.uses[u.name] && !g.has(p) {
			return false
		}
	}
	return true
}

// has reports a statement that registers operands of the group.
func (g *group) has(p part) bool {
	for name := range p.uses {
		if g.operands[name] > 0 && g.in[name] != nil {
			return true
		}
	}
	return false
}

// lines are those of the group and of its registrations; an init function that does nothing else counts with
// its first and last line.
func (g *group) lines() (n int) {
	inits := map[string]*unit{}
	for _, u := range g.in {
		n += u.lines
		for name, v := range u.users {
			if strings.Contains(name, ".init@") {
				inits[name] = v
			}
		}
	}
	for _, v := range inits {
		whole, some := true, 0
		for _, p := range v.parts {
			if g.has(p) {
				some += p.lines
			} else {
				whole = false
			}
		}
		if whole {
			some = v.lines
		}
		n += some
	}
	return n
}

// median is that of the costs of names, each counted; NaN has no place: there is a name.
func median(of []float64) float64 {
	slices.Sort(of)
	n := len(of)
	return (of[(n-1)/2] + of[n/2]) / 2
}

// medians are the median over all names, and over those of the list.
func medians(cs []*cost) (all, listed float64, missing []string) {
	var each, some []float64
	found := map[string]bool{}
	want := map[string]bool{}
	for _, w := range strings.Fields(wanted) {
		want[w] = true
	}
	for _, c := range cs {
		for _, n := range c.Names {
			each = append(each, c.Each())
			if known := spelled(n, want); known != "" {
				some, found[known] = append(some, c.Each()), true
			}
		}
	}
	for w := range want {
		if !found[w] {
			missing = append(missing, w)
		}
	}
	slices.Sort(missing)
	return median(each), median(some), missing
}

// spelled is the wanted name that an operator is known by: its own, of a method or an alias.
func spelled(name string, want map[string]bool) string {
	d := op.Lookup(name).Doc
	for _, n := range append(strings.Fields(d.Methods+" "+d.Aliases+" "+d.Like), name) {
		pkg, _, _ := strings.Cut(name, ".")
		if n = pkg + "." + n[strings.LastIndexByte(n, '.')+1:]; want[n] {
			return n
		}
	}
	return ""
}

// printCosts writes a line for each file, the dearest names first, and the medians.
func printCosts(w io.Writer, cs []*cost) {
	slices.SortStableFunc(cs, func(a, b *cost) int { return int(b.Each() - a.Each()) })
	fmt.Fprintln(w, "lines of code of names that are recipes, the dearest first:")
	for _, c := range cs {
		fmt.Fprintf(w, "%6.1f  %-34s %s\n", c.Each(), c.File, strings.Join(c.Names, " "))
	}
	all, listed, _ := medians(cs)
	fmt.Fprintf(w, "median over all %.1f, over the names that programs use most %.1f\n", all, listed)
}
