package csv

import (
	"bytes"
	"strings"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
)

// WriteOptions are those of pandas.DataFrame.to_csv. The zero value is its defaults.
type WriteOptions struct {
	// Sep is the separator, one character. The default is ",".
	Sep string
	// NARep stands for missing values. The default is nothing.
	NARep string
	// FloatFormat is a format of floats in Python's % letters, as "%.3f". The default is the shortest text
	// that reads back.
	FloatFormat string
	// NoIndex leaves the row labels out.
	NoIndex bool
	// IndexLabel are the headings of the row labels. The default is the names of the levels.
	IndexLabel []string
	// Aliases are the headings of the columns. The default is their names.
	Aliases []string
	// DateFormat is a format of datetimes in strftime's letters. The default shows dates alone where all
	// times are midnight.
	DateFormat string
	// Quoting says which fields are quoted. The default is those that need it.
	Quoting Quoting
	// Quote is the quoting character. The default is '"'.
	Quote byte
	// Escape is written before quotes when NoDoubleQuote is set, and before what needs quotes when Quoting is
	// QuoteNone.
	Escape byte
	// NoDoubleQuote is doublequote=False.
	NoDoubleQuote bool
	// LineTerminator ends rows. The default is "\n".
	LineTerminator string
	// Decimal is the decimal point. The default is '.'.
	Decimal byte
	// Times are how exactly each temporal column is shown, of the levels of the index and then of the
	// columns, for a frame that is a part of another: see TimesOf. The default is what the frame at hand
	// needs.
	Times []Precision
}

// Quoting says which fields are quoted. The numbers are those of Python's csv.
type Quoting int

// The ways to quote.
const (
	QuoteMinimal Quoting = iota
	QuoteAll
	QuoteNonNumeric
	QuoteNone
)

// A writer is WriteOptions made ready.
type writer struct {
	o       *WriteOptions
	sep     []byte
	eol     string
	quote   byte
	special [256]bool // bytes that make a field quoted
	verb    string    // Go's letters of FloatFormat
	one     bool      // rows have one field
}

func (o *WriteOptions) writer(fields int) (*writer, error) {
	w := &writer{o: o, sep: []byte(o.Sep), eol: o.LineTerminator, quote: o.Quote, one: fields == 1}
	if o.Sep == "" {
		w.sep = []byte{','}
	}
	if len([]rune(string(w.sep))) != 1 {
		return nil, errs.New(errs.Type, `"delimiter" must be a 1-character string`)
	}
	if w.eol == "" {
		w.eol = "\n"
	}
	if w.quote == 0 {
		w.quote = '"'
	}
	for _, c := range []byte(w.eol + "\n\r") {
		w.special[c] = true
	}
	w.special[w.sep[0]], w.special[w.quote] = true, true
	if o.Escape != 0 {
		w.special[o.Escape] = true
	}
	if o.FloatFormat != "" {
		v, err := goVerb(o.FloatFormat)
		if err != nil {
			return nil, err
		}
		w.verb = v
	}
	return w, nil
}

// AppendHeader appends the row of headings of f.
func AppendHeader(dst []byte, f *frame.Frame, o WriteOptions) ([]byte, error) {
	nix := f.Index.NLevels()
	if o.NoIndex {
		nix = 0
	}
	w, err := o.writer(nix + len(f.Cols))
	if err != nil {
		return dst, err
	}
	if o.Aliases != nil && len(o.Aliases) != len(f.Cols) {
		return dst, invalid("Writing %d cols but got %d aliases", len(f.Cols), len(o.Aliases))
	}
	if o.IndexLabel != nil && nix > 0 && len(o.IndexLabel) != nix {
		return dst, invalid("%d labels for an index of %d levels", len(o.IndexLabel), nix)
	}
	for i := range nix {
		name := ""
		switch {
		case o.IndexLabel != nil:
			name = o.IndexLabel[i]
		case !f.Index.Names[i].IsNil():
			name = f.Index.Names[i].String()
		}
		if dst, err = w.field(dst, []byte(name), i, true); err != nil {
			return dst, err
		}
	}
	for i, n := range f.Names {
		name := n.String()
		switch {
		case o.Aliases != nil:
			name = o.Aliases[i]
		case n.Len() > 1:
			return dst, errs.New(errs.Type, "headings of several levels are not written; give the columns plain names first")
		case n.IsMissing():
			name = o.NARep
		}
		if dst, err = w.field(dst, []byte(name), nix+i, true); err != nil {
			return dst, err
		}
	}
	return append(dst, w.eol...), nil
}

// Append appends the rows of f. Errors: Invalid where QuoteNone meets text that needs quotes, or an option is
// wrong.
func Append(dst []byte, f *frame.Frame, o WriteOptions) ([]byte, error) {
	w, err := NewWriter(f, o)
	if err != nil {
		return dst, err
	}
	return w.Append(dst, 0, f.NRows)
}

// field appends one field. text says that it is no number.
func (w *writer) field(dst, cell []byte, k int, text bool) ([]byte, error) {
	if k > 0 {
		dst = append(dst, w.sep...)
	}
	quoted := w.o.Quoting == QuoteAll || w.o.Quoting == QuoteNonNumeric && text
	escape := false
	for i, c := range cell {
		if !w.special[c] || c == w.sep[0] && len(w.sep) > 1 && !bytes.HasPrefix(cell[i:], w.sep) {
			continue
		}
		if w.o.Quoting == QuoteNone || c == w.quote && w.o.NoDoubleQuote || c == w.o.Escape {
			escape = true
		} else {
			quoted = true
		}
	}
	if len(cell) == 0 && w.one { // an empty line would be no row
		if w.o.Quoting == QuoteNone {
			return dst, invalid("single empty field record must be quoted")
		}
		quoted = true
	}
	if escape && w.o.Escape == 0 {
		return dst, invalid("need to escape, but no escapechar set")
	}
	if !quoted && !escape {
		return append(dst, cell...), nil
	}
	if quoted {
		dst = append(dst, w.quote)
	}
	for i, c := range cell {
		switch {
		case c == w.quote && !w.o.NoDoubleQuote && w.o.Quoting != QuoteNone:
			dst = append(dst, c)
		case c == w.quote, c == w.o.Escape && escape, w.o.Quoting == QuoteNone && w.special[c] && (c != w.sep[0] || bytes.HasPrefix(cell[i:], w.sep)):
			dst = append(dst, w.o.Escape)
		}
		dst = append(dst, c)
	}
	if quoted {
		dst = append(dst, w.quote)
	}
	return dst, nil
}

// goVerb is Python's format of one float in Go's letters.
func goVerb(s string) (string, error) {
	at := strings.IndexByte(s, '%')
	bad := invalid("float_format %q: only one %%f, %%e, %%g or %%d of printf is known", s)
	if at < 0 {
		return "", bad
	}
	end := at + 1
	for end < len(s) && strings.IndexByte("0123456789.+- #", s[end]) >= 0 {
		end++
	}
	if end == len(s) || strings.IndexByte("feEgGF", s[end]) < 0 || strings.Contains(strings.ReplaceAll(s[end+1:], "%%", ""), "%") {
		return "", bad
	}
	verb := s[at : end+1]
	if strings.IndexByte("gG", s[end]) >= 0 && !strings.Contains(verb, ".") {
		verb = verb[:len(verb)-1] + ".6" + verb[len(verb)-1:]
	}
	return s[:at] + verb + s[end+1:], nil
}
