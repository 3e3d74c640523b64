package dtype

// ZoneOf is the name of a zone as dtypes have it, of one as Arrow, Parquet or a user writes it: +05:30 is
// UTC+05:30, and +00:00 is UTC. Other names stay.
func ZoneOf(name string) string {
	switch {
	case !isOffset(name):
		return name
	case name[1:] == "00:00":
		return "UTC"
	}
	return "UTC" + name
}

// ArrowZone is the name that Arrow and Parquet know of a zone of ours: an offset without UTC before it.
func ArrowZone(name string) string {
	if len(name) > len("UTC") && name[:len("UTC")] == "UTC" && isOffset(name[len("UTC"):]) {
		return name[len("UTC"):]
	}
	return name
}

// isOffset reports +hh:mm and -hh:mm.
func isOffset(s string) bool {
	if len(s) != len("+hh:mm") || s[0] != '+' && s[0] != '-' || s[3] != ':' {
		return false
	}
	for _, i := range []int{1, 2, 4, 5} {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return true
}
