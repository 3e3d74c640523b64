package kernel

import (
	"slices"
	"testing"
)

// Folds of one value, such as the parts of an exact sum, read one argument.
func TestFoldsOfOneValueShareIt(t *testing.T) {
	if got, want := shared([]int{5, 5, 7, 5, 7}), []int{0, 0, 2, 0, 2}; !slices.Equal(got, want) {
		t.Errorf("arguments %v, want %v", got, want)
	}
}
