package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestCostOfRecipes: a name that is an expression of others is written in a few lines, also those that
// programs use most.
func TestCostOfRecipes(t *testing.T) {
	cs, err := costs("../../tensor/...", "../../dataframe/...")
	if err != nil {
		t.Fatal(err)
	}
	const most, mostUsed = 25, 25
	all, listed, missing := medians(cs)
	if all > most || listed > mostUsed {
		t.Errorf("the median of a name is %.1f lines, at most %d; of the names that programs use most %.1f, at most %d: see \"make audit\" for the dearest", all, most, listed, mostUsed)
	}
	if named := len(strings.Fields(wanted)); len(missing) > named*3/4 {
		t.Errorf("of %d names that programs use most %d are no recipes: %v", named, len(missing), missing)
	}
	for _, c := range cs {
		if c.File == "tensor/vdot.go" && c.Lines != lines(t, "../../tensor/vdot.go") {
			t.Errorf("%s has nothing but a recipe, and costs %d lines", c.File, c.Lines)
		}
	}
}

// lines are those of a file without package, imports, comments and blanks.
func lines(t *testing.T, name string) (n int) {
	t.Helper()
	b, err := os.ReadFile(filepath.FromSlash(name))
	if err != nil {
		t.Fatal(err)
	}
	_, code, _ := strings.Cut(string(b), "\n)\n")
	for l := range strings.Lines(code) {
		if l = strings.TrimSpace(l); l != "" && !strings.HasPrefix(l, "//") {
			n++
		}
	}
	return n
}

// TestMedian: of an even number of costs it lies between the two in the middle.
func TestMedian(t *testing.T) {
	if a, b := median([]float64{9, 1, 4}), median([]float64{9, 1, 4, 5}); a != 4 || b != 4.5 {
		t.Errorf("medians %v and %v", a, b)
	}
}
