package ops_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/ops"
)

func TestTraitsOfOperators(t *testing.T) {
	for name, want := range map[string][]string{
		"dataframe.read_parquet": {"External", "Projector", "Filterer", "Opener"},
		"dataframe.to_csv":       {"Effect", "Labeler", "ColumnUser", "Stager", "Sweeper"},
		"dataframe.column":       {"Rowwise", "Looker", "Labeler", "ColumnUser", "Lowerer", "Picker"},
		"tensor.vdot":            {"Recipe"},
	} {
		if got := op.Lookup(name).Traits(); !slices.Equal(got, want) {
			t.Errorf("%s has %v, want %v", name, got, want)
		}
	}
}

// TestTraitsThatGoTogether holds that who reads files says which at the call, who writes them is asked about
// stages, and who passes rows passes labels.
func TestTraitsThatGoTogether(t *testing.T) {
	together := map[string][]string{"External": {"Opener"}, "Filterer": {"Projector"}, "Rowwise": {"Looker", "Labeler"}, "Elementwise": {"Lowerer"}}
	for _, d := range op.Defs() {
		has := d.Traits()
		for one, others := range together {
			for _, o := range others {
				if slices.Contains(has, one) && !slices.Contains(has, o) {
					t.Errorf("%s (%s) has %s without %s", d.Doc.Name, d.GoType(), one, o)
				}
			}
		}
	}
}

func TestMatrixHasARowForEachType(t *testing.T) {
	text, types := ops.Matrix(), map[string]bool{}
	for _, d := range op.Defs() {
		types[d.GoType()] = true
	}
	columns := len(op.TraitNames())
	rows := 0
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		if len(words) <= columns || !types[words[0]] {
			continue
		}
		rows++
		d := op.Lookup(words[columns+1])
		if d == nil || d.GoType() != words[0] {
			t.Fatalf("a row of nothing: %s", line)
		}
		for i, name := range op.TraitNames() {
			if (words[i+1] == "x") != slices.Contains(d.Traits(), name) {
				t.Errorf("%s: %s is %s", d.Doc.Name, name, words[i+1])
			}
		}
	}
	if rows != len(types) {
		t.Errorf("%d rows for %d types", rows, len(types))
	}
}
