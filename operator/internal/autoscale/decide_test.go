package autoscale

import (
	"testing"

	api "github.com/mars-project/mars-go/operator/api/v1alpha1"
)

func TestDecide(t *testing.T) {
	s := &api.Autoscaling{MinReplicas: 1, MaxReplicas: 40, UpscaleFactor: 2}
	for _, c := range []struct {
		what       string
		want, have int
		leave      []int32 // numbers of workers that may leave
		n          int32
	}{
		{"as it is", 3, 3, nil, 3},
		{"up at once", 4, 3, nil, 4},
		{"up to twice as many", 40, 3, nil, 6},
		{"from one up", 40, 1, nil, 2},
		{"no more than the most", 1000, 39, nil, 40},
		{"no less than the least", 0, 1, []int32{0}, 1},
		{"down by one of few", 1, 3, []int32{0, 1, 2}, 2},
		{"down by a quarter", 1, 16, []int32{9, 10, 11, 12, 13, 14, 15}, 12},
		{"not below what is wanted", 15, 16, []int32{12, 13, 14, 15}, 15},
		{"the last one works", 1, 16, []int32{12, 13, 14}, 16},
		{"one in the midst works", 1, 16, []int32{12, 13, 15}, 15},
		{"none may leave", 1, 16, nil, 16},
		{"too many", 50, 44, nil, 40},
		{"none yet", 0, 0, nil, 1},
	} {
		n, _ := Decide(s, Advice{Want: c.want}, int32(c.have), func(i int32) bool {
			for _, x := range c.leave {
				if x == i {
					return true
				}
			}
			return false
		})
		if n != c.n {
			t.Errorf("%s: %d of %d, want %d", c.what, n, c.have, c.n)
		}
	}
	if n, _ := Decide(&api.Autoscaling{MaxReplicas: 3, UpscaleFactor: 2}, Advice{Want: 2}, 0, nil); n != 1 {
		t.Errorf("from none %d", n)
	}
	if n, _ := Decide(&api.Autoscaling{MaxReplicas: 3}, Advice{Want: 0}, 1,
		func(int32) bool { return true }); n != 0 {
		t.Errorf("to none %d", n)
	}
}
