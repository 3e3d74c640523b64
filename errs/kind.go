package errs

// A Kind says what a caller can do about an error. Kinds cross the wire by number: append only, never
// reorder.
type Kind uint8

const (
	Internal    Kind = iota // a fault of ours
	Invalid                 // a bad argument: ValueError
	NotFound                // no such column, file, label or key: KeyError, FileNotFoundError
	Type                    // an argument of the wrong dtype or kind: TypeError
	Lost                    // data is gone and cannot be made again
	OutOfMemory             // more memory than the budget holds even alone: MemoryError
	Pressure                // no memory just now: free some and try again; never counted as a failure
	Canceled                // the caller gave up
	Unavailable             // nobody is there to do it now; trying again may help
	Denied                  // not allowed
)

var names = [...]string{"Internal", "Invalid", "NotFound", "Type", "Lost", "OutOfMemory", "Pressure", "Canceled", "Unavailable", "Denied"}

func (k Kind) String() string {
	if int(k) < len(names) {
		return names[k]
	}
	return "Internal"
}

// ParseKind is the inverse of String; unknown names are Internal.
func ParseKind(s string) Kind {
	for i, n := range names {
		if n == s {
			return Kind(i)
		}
	}
	return Internal
}
