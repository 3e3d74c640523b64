package op

import (
	"runtime"
	"testing"
)

// deep is here, and the whole stack, below n more frames of ours.
//
//go:noinline
func deep(n int) (*Site, *Site) {
	if n > 0 {
		s, whole := deep(n - 1)
		return s, whole
	}
	whole := &Site{}
	runtime.Callers(1, whole.pcs[:])
	return here(2), whole
}

func TestNearbyFramesTellTheUserAsTheWholeStackDoes(t *testing.T) {
	walked := map[bool]bool{}
	for n := range 14 {
		for range 2 { // what is met at the end of nearby frames is remembered
			s, whole := deep(n)
			if a, b := s.String(), whole.String(); a != b {
				t.Fatalf("below %d frames: %q, by the whole stack %q", n, a, b)
			}
			walked[s.pcs[nearby] != 0] = true
		}
	}
	if !walked[true] || !walked[false] {
		t.Error("the stack was walked too little for deep calls, or too far for the user's own")
	}
}

func TestFramesOfOperatorPackagesAreOurs(t *testing.T) {
	for fn, want := range map[string]bool{
		"op.Apply": true, "dataframe.(*DataFrame).Merge": true, "dataframe/files.ReadCSV": true, "tensor.fill[github.com/x/y.Z]": true,
		"dataframe_test.TestRead": false, "dataframe/files_test.TestRead": false, "dataframes.New": false, "marstest.Check": false, "oper/op.X": false,
	} {
		if got := ours(module + fn); got != want {
			t.Errorf("%s is ours: %t, want %t", fn, got, want)
		}
	}
}
