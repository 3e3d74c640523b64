package ordering

import (
	"slices"

	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/order"
	"github.com/mars-project/mars-go/op"
)

// spread writes a direction for each of n keys; nil is upwards.
func spread(ascending []bool, n int) ([]bool, error) {
	switch {
	case len(ascending) == n:
		return ascending, nil
	case len(ascending) == 0:
		return slices.Repeat([]bool{true}, n), nil
	case len(ascending) == 1:
		return slices.Repeat(ascending, n), nil
	}
	return nil, errs.New(errs.Invalid, "Length of ascending (%d) != length of by (%d)", len(ascending), n)
}

func checkPosition(p string) error {
	if p != "first" && p != "last" {
		return errs.New(errs.Invalid, "invalid na_position: %s", p)
	}
	return nil
}

// checkKind accepts the names of NumPy's sorts: all are this one, which is stable.
func checkKind(kind string) error {
	switch kind {
	case "quicksort", "mergesort", "heapsort", "stable":
		return nil
	}
	return errs.New(errs.Invalid, "sort kind must be one of {'quicksort', 'mergesort', 'heapsort', 'stable'} (got '%s')", kind)
}

// rowKeys finds the columns, or else levels, that labels name in m.
func rowKeys(m op.Meta, by []frame.Label, ascending []bool, position string) ([]op.RowKey, error) {
	keys := make([]op.RowKey, len(by))
	for i, l := range by {
		keys[i] = op.RowKey{Label: l, Desc: !ascending[i], NullsFirst: position == "first"}
		if at, err := schema.PlacesNamed(m, l); err == nil && len(at) == 1 {
			continue
		} else if len(at) > 1 {
			return nil, errs.New(errs.Invalid, "The column label '%s' is not unique.", l)
		}
		k := slices.IndexFunc(m.Index.Levels, func(c op.Col) bool { return !l.IsNil() && c.Name.Same(l) })
		switch {
		case k >= 0:
			keys[i].Level = k + 1
		case !m.Open:
			_, err := m.Col(l)
			return nil, err
		}
	}
	return keys, nil
}

// LevelKeys are keys of index levels.
func LevelKeys(levels []int, ascending []bool, position string) []op.RowKey {
	keys := make([]op.RowKey, len(levels))
	for i, k := range levels {
		keys[i] = op.RowKey{Level: k + 1, Desc: !ascending[i], NullsFirst: position == "first"}
	}
	return keys
}

// OrderKeys are the keys of the rows of f.
func OrderKeys(f *frame.Frame, keys []op.RowKey) []order.Key {
	out := make([]order.Key, len(keys))
	for i, k := range keys {
		out[i] = order.Key{Desc: k.Desc, NullsFirst: k.NullsFirst}
		if k.Level > 0 {
			out[i].Col = f.Index.Level(k.Level - 1)
		} else {
			out[i].Col = f.Col(k.Label)
		}
	}
	return out
}

// sortedIndex is the index of the rows of m in the order that a question decides.
func sortedIndex(m op.Meta, question string, renumber bool) op.IndexMeta {
	if !renumber {
		return m.Index.Derive(question, m)
	}
	ix := op.FreshRange(m.Rows())
	ix.Loose = true
	return ix
}
