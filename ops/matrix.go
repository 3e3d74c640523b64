package ops

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mars-project/mars-go/op"
)

// headEvery is after how many rows of the matrix the names of traits are written again.
const headEvery = 50

// Matrix is which traits each operator has, as text: a row for each Go type, with the names of its operators,
// and a column for each trait.
func Matrix() string {
	byType := map[string][]*op.Def{}
	var types []string
	for _, d := range op.Defs() {
		if byType[d.GoType()] == nil {
			types = append(types, d.GoType())
		}
		byType[d.GoType()] = append(byType[d.GoType()], d)
	}
	slices.Sort(types)
	wide := 0
	for _, t := range types {
		wide = max(wide, len(t))
	}
	var b strings.Builder
	for i, t := range types {
		if i%headEvery == 0 {
			matrixHead(&b, wide)
		}
		of := byType[t]
		fmt.Fprintf(&b, "%-*s ", wide, t)
		has := of[0].Traits()
		for _, name := range op.TraitNames() {
			mark := "."
			if slices.Contains(has, name) {
				mark = "x"
			}
			b.WriteString(" " + mark)
		}
		b.WriteString("  " + of[0].Doc.Name)
		if len(of) > 1 {
			fmt.Fprintf(&b, " and %d more", len(of)-1)
		}
		b.WriteString("\n")
	}
	return b.String()
}

// matrixHead writes the names of traits from top to bottom, each above its column.
func matrixHead(b *strings.Builder, indent int) {
	names, deep := op.TraitNames(), 0
	for _, n := range names {
		deep = max(deep, len(n))
	}
	for line := range deep {
		row := strings.Repeat(" ", indent+1)
		for _, n := range names {
			c := " "
			if at := line - (deep - len(n)); at >= 0 {
				c = n[at : at+1]
			}
			row += " " + c
		}
		b.WriteString(strings.TrimRight(row, " ") + "\n")
	}
}
