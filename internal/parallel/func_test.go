package parallel_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mars-project/mars-go/internal/parallel"
	"github.com/mars-project/mars-go/internal/parallel/paralleltest"
)

func TestEach(t *testing.T) {
	for name, p := range map[string]parallel.Func{"nil": nil, "one": paralleltest.Helpers(1), "three": paralleltest.Helpers(3), "all": paralleltest.Together} {
		for _, n := range []int{0, 1, 2, 100} {
			done := make([]int, n)
			if err := p.Each(n, func(i int) error { done[i]++; return nil }); err != nil {
				t.Fatal(err)
			}
			want := make([]int, n)
			for i := range want {
				want[i] = 1
			}
			if diff := cmp.Diff(want, done); diff != "" {
				t.Errorf("%s, %d calls: %s", name, n, diff)
			}
		}
		third := errors.New("3")
		err := p.Each(9, func(i int) error {
			switch {
			case i == 3:
				return third
			case i > 3:
				return errors.New("later")
			}
			return nil
		})
		if !errors.Is(err, third) {
			t.Errorf("%s: the error of the lowest index is %v", name, err)
		}
	}
}

func TestSpans(t *testing.T) {
	for n, want := range map[int]string{0: "", 1: " 0-1", 4: " 0-4", 5: " 0-4 4-5", 8: " 0-4 4-8"} {
		got := ""
		err := parallel.Func(nil).Spans(n, 4, func(lo, hi int) { got += fmt.Sprintf(" %d-%d", lo, hi) })
		if err != nil || got != want {
			t.Errorf("%d elements are cut into%s, not%s: %v", n, got, want, err)
		}
	}
}
