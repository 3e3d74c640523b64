package dataframe

// Sort is the options of SortValues and SortIndex. The zero value sorts upwards, missing values last.
type Sort struct {
	Descending  bool
	Ascending   []bool // one for each key; nil means all as Descending says
	NullsFirst  bool   // na_position="first", also when descending
	IgnoreIndex bool   // the result is labeled 0, 1, ...
	Level       []any  // SortIndex: levels, by name or number, that come first
	OnlyLevel   bool   // SortIndex: the other levels do not count (sort_remaining=False)
}

// directions are the parameters of both sorts.
func (s Sort) directions() (ascending []bool, position string) {
	position = "last"
	if s.NullsFirst {
		position = "first"
	}
	if ascending = s.Ascending; ascending == nil && s.Descending {
		ascending = []bool{false}
	}
	return ascending, position
}
