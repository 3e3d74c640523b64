package conf

import "fmt"

// Suggest is "; did you mean WORD?" for the word nearest to s, or nothing when none is near: more than a
// third of the letters would have to change.
func Suggest(s string, words []string) string {
	if best := nearest(s, words, max(len(s)/3, 2)); best != "" {
		return fmt.Sprintf("; did you mean %s?", best)
	}
	return ""
}

// nearest is the word nearest to s of which no more than so many letters have to change.
func nearest(s string, words []string, most int) (best string) {
	least := most + 1
	for _, w := range words {
		if d := distance(s, w); d < least {
			best, least = w, d
		}
	}
	return best
}

// distance is how many letters have to be put in, taken out, changed or swapped with their neighbour to make
// b of a: the optimal string alignment of https://en.wikipedia.org/wiki/Damerau-Levenshtein_distance.
func distance(a, b string) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := range len(a) {
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			row[j+1] = min(last[j+1]+1, row[j]+1, last[j]+cost)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
