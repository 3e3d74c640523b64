package autoscale

import (
	"fmt"

	api "github.com/mars-project/mars-go/operator/api/v1alpha1"
)

// Advice is what an engine says of itself: GET /api/v1/autoscale.
type Advice struct {
	Workers int      `json:"workers"` // that have joined
	Want    int      `json:"want"`
	Retire  []string `json:"retire"` // addresses of those that may leave
	Why     string   `json:"why"`
}

// Decide is how many workers a job of have workers should have, and why it is another number. Up it goes at
// once, but to no more than the factor times as many in one step. Down it goes by a quarter at most, and only
// by workers that may leave: those with the highest numbers go first, so the last one stays as long as it is
// needed. What is beyond the bounds of the job goes in any case.
func Decide(s *api.Autoscaling, a Advice, have int32, mayLeave func(index int32) bool) (n int32, why string) {
	least, most := s.MinReplicas, max(s.MinReplicas, s.MaxReplicas)
	if have < least || have > most {
		n = min(max(have, least), most)
		return n, fmt.Sprintf("between %d and %d are asked for", least, most)
	}
	want := int32(min(max(int64(a.Want), int64(least)), int64(most))) //nolint:gosec // it is between two of 32 bits
	if want >= have {
		step := max(int64(have)+1, int64(have)*int64(s.UpscaleFactor))
		return int32(min(int64(want), step)), a.Why //nolint:gosec // want has 32 bits
	}
	n = have
	for range max(1, have/4) {
		if n == want || !mayLeave(n-1) {
			break
		}
		n--
	}
	return n, a.Why
}
