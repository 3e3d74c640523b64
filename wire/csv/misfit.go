package csv

import (
	"errors"
	"fmt"

	"github.com/mars-project/mars-go/errs"
)

// A Misfit says that a range holds values that the schema does not, and what schema would hold the range.
// Ranges read so far must be read again with the merged schema. Its kind is errs.Type.
type Misfit struct {
	Schema *Schema
	Field  int    // the first field that does not fit
	Where  string // file and line
	Value  string // cut to 40 bytes
}

func (m *Misfit) Error() string {
	f := &m.Schema.Fields[m.Field]
	return fmt.Sprintf("%s: column %s: %q needs dtype %s", m.Where, f.Name.Repr(), m.Value, f.DType)
}

// errOpenQuote is a quoted field that does not end in its range.
var errOpenQuote = errors.New("a quoted field does not end")

func openQuote(file string, line int64) error {
	return errs.Wrap(errs.Invalid, errOpenQuote, "%s", where(file, line))
}

// IsOpenQuote reports a range that ended inside a quoted field: if more text follows it, the cut was a wrong
// guess, and SplitExact cuts right.
func IsOpenQuote(err error) bool { return errors.Is(err, errOpenQuote) }

// cut is the beginning of a value for an error.
func cut(b []byte) string {
	if len(b) > 40 {
		return string(b[:40])
	}
	return string(b)
}

func invalid(format string, args ...any) error { return errs.New(errs.Invalid, format, args...) }
