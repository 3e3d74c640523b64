package csv

import (
	"regexp"
	"unicode/utf8"
)

// Classes of bytes outside quotes. A quote is only looked for where a field begins.
const (
	ordinary uint8 = iota
	isSep
	isLF
	isCR
	isComment
	isEscape
)

// A dialect is how text is cut into fields.
type dialect struct {
	class   [256]uint8
	sep     []byte // more than one byte: one character of UTF-8
	expr    *regexp.Regexp
	blanks  bool // sep is a run of blanks
	quote   byte
	quoting bool
	double  bool
	escape  byte
	comment byte
	trim    bool // blanks after a separator
	keep    bool // blank lines
	plain   bool // a line that holds no quote and no carriage return is one record
	simple  bool // plain, and fields need nothing but a byte between them
	skip    map[int64]bool
}

func (o *Options) dialect() (*dialect, error) {
	d := &dialect{
		quote: o.Quote, quoting: !o.NoQuote, double: !o.NoDoubleQuote, escape: o.Escape, comment: o.Comment,
		trim: o.SkipInitialSpace, keep: o.KeepBlankLines,
	}
	if d.quote == 0 {
		d.quote = '"'
	}
	if _, err := Encoding(o.Encoding); err != nil {
		return nil, err
	}
	if o.Thousands != 0 && (o.Thousands == o.Decimal || o.Thousands == '.' && o.Decimal == 0) {
		return nil, invalid("%q is the decimal point, so it cannot separate thousands: pass decimal too", o.Thousands)
	}
	sep := o.Sep
	switch {
	case sep == "":
		sep = ","
	case sep == `\s+`:
		d.blanks, sep = true, " "
	case utf8.RuneCountInString(sep) > 1:
		re, err := regexp.Compile(sep)
		if err != nil {
			return nil, invalid("separator %q: %v", o.Sep, err)
		}
		if re.MatchString("") {
			return nil, invalid("separator %q matches nothing", o.Sep)
		}
		d.expr, d.quoting = re, false
	}
	d.sep = []byte(sep)
	set := map[byte]string{'\n': "the end of a line", '\r': "the end of a line"}
	for _, c := range []struct {
		b    byte
		what string
	}{{d.sep[0], "separator"}, {d.quote, "quote"}, {d.escape, "escape character"}, {d.comment, "comment character"}} {
		if c.b == 0 || d.expr != nil && c.what == "separator" {
			continue
		}
		if was := set[c.b]; was != "" {
			return nil, invalid("the %s %q is also %s", c.what, c.b, was)
		}
		set[c.b] = "the " + c.what
	}
	if o.SkipRows < 0 || o.NRows != nil && *o.NRows < 0 {
		return nil, invalid("a number of rows below zero")
	}
	d.classify()
	if o.SkipRows > 0 || len(o.SkipLines) > 0 {
		d.skip = map[int64]bool{}
		for i := range o.SkipRows {
			d.skip[int64(i)] = true
		}
		for _, i := range o.SkipLines {
			d.skip[int64(i)] = true
		}
	}
	return d, nil
}

func (d *dialect) classify() {
	d.class['\n'], d.class['\r'] = isLF, isCR
	if d.expr == nil {
		d.class[d.sep[0]] = isSep
	}
	if d.blanks {
		d.class['\t'] = isSep
	}
	if d.comment != 0 {
		d.class[d.comment] = isComment
	}
	if d.escape != 0 {
		d.class[d.escape] = isEscape
	}
	d.plain = d.expr == nil && d.escape == 0 && d.comment == 0
	d.simple = d.plain && !d.trim && !d.blanks && len(d.sep) == 1
}
