package csv

import (
	"errors"
	"io"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/mars-project/mars-go/errs"
)

// Encoding is the one name of a text encoding that Python knows under several: "" for UTF-8 and ASCII,
// "latin-1", "cp1252", "utf-16", "utf-16-le", "utf-16-be". Another encoding is Invalid.
func Encoding(name string) (string, error) {
	switch e := strings.ReplaceAll(strings.ReplaceAll(strings.ToLower(name), "_", "-"), " ", "-"); e {
	case "", "utf-8", "utf8", "u8", "utf-8-sig", "utf8-sig", "ascii", "us-ascii":
		return "", nil
	case "latin-1", "latin1", "iso-8859-1", "iso8859-1", "8859", "cp819", "l1":
		return "latin-1", nil
	case "cp1252", "windows-1252", "1252":
		return "cp1252", nil
	case "utf-16", "utf16", "u16":
		return "utf-16", nil
	case "utf-16-le", "utf-16le":
		return "utf-16-le", nil
	case "utf-16-be", "utf-16be":
		return "utf-16-be", nil
	}
	return "", invalid("encoding %q is not read; choose utf-8, latin-1, cp1252 or utf-16", name)
}

// cp1252 are the characters 0x80 to 0x9f, 0 where there is none
// (https://www.unicode.org/Public/MAPPINGS/VENDORS/MICSFT/WINDOWS/CP1252.TXT).
var cp1252 = [32]rune{
	'€', 0, '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', 0, 'Ž', 0,
	0, '‘', '’', '“', '”', '•', '\u2013', '\u2014', '˜', '™', 'š', '›', 'œ', 0, 'ž', 'Ÿ',
}

// A decoder makes UTF-8 of text in another encoding.
type decoder struct {
	in   io.Reader
	enc  string
	raw  [4096]byte // what was read
	n    int        // of raw, a part of a character that comes next
	at   int64      // bytes before raw
	out  []byte     // what was not asked for yet
	text []byte     // the memory of out
	err  error
}

func newDecoder(in io.Reader, enc string) *decoder { return &decoder{in: in, enc: enc} }

// Read gives UTF-8. Errors are those of the text below and Invalid for bytes that are no character.
func (d *decoder) Read(p []byte) (int, error) {
	for len(d.out) == 0 {
		if d.err != nil {
			return 0, d.err
		}
		d.fill()
	}
	n := copy(p, d.out)
	d.out = d.out[n:]
	return n, nil
}

func (d *decoder) fill() {
	k, err := d.in.Read(d.raw[d.n:])
	d.n += k
	b, used := d.text[:0], 0
	if d.enc == "latin-1" || d.enc == "cp1252" {
		b, used = d.bytes(b)
	} else {
		b, used = d.words(b)
	}
	copy(d.raw[:], d.raw[used:d.n])
	d.n -= used
	d.at += int64(used)
	d.out, d.text = b, b
	if d.err == nil && err != nil {
		if errors.Is(err, io.EOF) && d.n > 0 {
			err = d.bad(0)
		}
		d.err = err
	}
}

func (d *decoder) bad(i int) error {
	return errs.New(errs.Invalid, "byte %d of the text is no character of %s", d.at+int64(i), d.enc)
}

// bytes decodes characters of one byte.
func (d *decoder) bytes(b []byte) ([]byte, int) {
	for i, c := range d.raw[:d.n] {
		r := rune(c)
		if d.enc == "cp1252" && c >= 0x80 && c < 0xa0 {
			if r = cp1252[c-0x80]; r == 0 {
				d.err = d.bad(i)
				return b, i
			}
		}
		b = utf8.AppendRune(b, r)
	}
	return b, d.n
}

// words decodes characters of one word of two bytes or of two. The first of utf-16 says which byte comes
// first; the lower one does where it does not.
func (d *decoder) words(b []byte) ([]byte, int) {
	i := 0
	if d.enc == "utf-16" && d.n >= 2 {
		d.enc = "utf-16-le"
		switch {
		case d.raw[0] == 0xff && d.raw[1] == 0xfe:
			i = 2
		case d.raw[0] == 0xfe && d.raw[1] == 0xff:
			d.enc, i = "utf-16-be", 2
		}
	}
	lo, hi := 0, 1
	if d.enc == "utf-16-be" {
		lo, hi = 1, 0
	}
	for ; i+2 <= d.n; i += 2 {
		r := rune(d.raw[i+lo]) | rune(d.raw[i+hi])<<8
		if utf16.IsSurrogate(r) {
			if i+4 > d.n {
				break
			}
			if r = utf16.DecodeRune(r, rune(d.raw[i+2+lo])|rune(d.raw[i+2+hi])<<8); r == utf8.RuneError {
				d.err = d.bad(i)
				return b, i
			}
			i += 2
		}
		b = utf8.AppendRune(b, r)
	}
	return b, i
}
