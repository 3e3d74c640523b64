package text

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/kernel/str"
)

// compiled is the form of patterns in Python: a compiled one comes as its text, and its flags beside it.
const compiled = "pat=pattern:compiled"

// flagsOf are the flags of a pattern: those that it was compiled with, else those of the call, to which case
// belongs.
func flagsOf(compiled *int, flags int, cased *bool) (int, error) {
	ignores := cased != nil && !*cased
	if compiled != nil {
		if flags != 0 || ignores {
			return 0, errs.New(errs.Invalid, "case and flags cannot be set when pat is a compiled regex")
		}
		return *compiled, nil
	}
	if ignores {
		flags |= int(str.IgnoreCase)
	}
	return flags, nil
}
