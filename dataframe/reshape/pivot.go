package reshape

import "github.com/mars-project/mars-go/frame"

// Single reports one label, not a list of one.
func Single(v any) bool { return v != nil && !isList(v) }

func isList(v any) bool {
	switch v.(type) {
	case []any, []string, []int, []frame.Label:
		return true
	}
	return false
}
