package autoscale

import (
	"slices"
	"strings"
)

// Merge is the advice of several supervisors of one cluster together. What each lacks is added, for each has
// work of its own; a worker may leave when all let it.
func Merge(of []Advice) Advice {
	if len(of) == 1 {
		return of[0]
	}
	var sum Advice
	more, stay := 0, 0
	var why []string
	for i, a := range of {
		sum.Workers = max(sum.Workers, a.Workers)
		more += max(0, a.Want-a.Workers)
		stay = max(stay, min(a.Want, a.Workers))
		if a.Why != "" && !slices.Contains(why, a.Why) {
			why = append(why, a.Why)
		}
		if i == 0 {
			sum.Retire = slices.Clone(a.Retire)
		}
		sum.Retire = slices.DeleteFunc(sum.Retire, func(n string) bool { return !slices.Contains(a.Retire, n) })
	}
	sum.Why = strings.Join(why, "; ")
	if more > 0 {
		sum.Want, sum.Retire = sum.Workers+more, nil
		return sum
	}
	sum.Want = max(stay, sum.Workers-len(sum.Retire))
	return sum
}
