package schedule

import (
	"testing"

	"pgregory.net/rapid"
)

// TestModel drives a scheduler with random graphs on workers that come, fail, give back and die, and checks
// after every step that all counts are right, and at the end that everything was run.
func TestModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := newWorld(t)
		for range rapid.IntRange(1, 60).Draw(t, "steps") {
			w.act()
		}
		w.settle()
	})
}
