package dataframe

import "github.com/mars-project/mars-go/dataframe/text"

// Len is the number of characters (code points): int64, float64 with NaN where a text is missing.
func (s Str) Len() *Series { return s.plain("len") }

// Lower is the texts in lower case.
func (s Str) Lower() *Series { return s.plain("lower") }

// Upper is the texts in upper case, character by character: 'ß' gives 'ẞ'.
func (s Str) Upper() *Series { return s.plain("upper") }

// Title is the texts with each run of letters capitalized.
func (s Str) Title() *Series { return s.plain("title") }

// Capitalize is the texts with the first character in upper case and the rest in lower case.
func (s Str) Capitalize() *Series { return s.plain("capitalize") }

// Swapcase is the texts with upper and lower case exchanged.
func (s Str) Swapcase() *Series { return s.plain("swapcase") }

// Casefold is the texts folded for comparison without case, by Unicode's full folding: 'ß' gives "ss".
func (s Str) Casefold() *Series { return s.plain("casefold") }

// IsAlpha reports texts of letters only. Like the others it is false for the empty text.
func (s Str) IsAlpha() *Series { return s.plain("isalpha") }

// IsDigit reports texts of digits only, of '½' and its like too.
func (s Str) IsDigit() *Series { return s.plain("isdigit") }

// IsNumeric reports texts of numeric characters only.
func (s Str) IsNumeric() *Series { return s.plain("isnumeric") }

// IsDecimal reports texts of decimal digits only.
func (s Str) IsDecimal() *Series { return s.plain("isdecimal") }

// IsAlnum reports texts of letters and numbers only.
func (s Str) IsAlnum() *Series { return s.plain("isalnum") }

// IsSpace reports texts of blanks only.
func (s Str) IsSpace() *Series { return s.plain("isspace") }

// IsLower reports texts whose cased characters are lower case.
func (s Str) IsLower() *Series { return s.plain("islower") }

// IsUpper reports texts whose cased characters are upper case.
func (s Str) IsUpper() *Series { return s.plain("isupper") }

// IsTitle reports texts whose words are capitalized.
func (s Str) IsTitle() *Series { return s.plain("istitle") }

// IsASCII reports texts of ASCII characters only, the empty text too.
func (s Str) IsASCII() *Series { return s.plain("isascii") }

func (s Str) plain(name string) *Series {
	return SeriesOf(apply(text.Op[*text.Plain](name), s.s))
}
