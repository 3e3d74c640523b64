package csv

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
)

// Options are those of pandas.read_csv. The zero value is its defaults.
type Options struct {
	// File names the source in errors.
	File string
	// Sep is the separator. The default is ",". `\s+` is runs of blanks; any other text of more than one
	// character is a regular expression (RE2), and quotes mean nothing then. Lines are trimmed before they
	// are cut by an expression.
	Sep string
	// Header is the row of names, counted without skipped and blank lines. The default is the first row, or
	// none where Names are given.
	Header Header
	// Names are the names of the columns.
	Names []string
	// IndexCol are the columns that become row labels: names, or places as ints.
	IndexCol []frame.Label
	// NoIndex is index_col=False: a first row that is longer than the header does not make row labels.
	NoIndex bool
	// UseCols are the columns to read, by name or place. The default is all.
	UseCols []frame.Label
	// DType is the dtype of each column that DTypes does not name. The default is to look at the values. So
	// does Categorical, but missing values leave integers and bools nullable ones: the values are what
	// categories are made of.
	DType dtype.DType
	// DTypes are dtypes by column name (places as decimal text where there are no names).
	DTypes map[string]dtype.DType
	// Verbatim are columns, named as in DTypes, whose cells are texts as they stand in the file: none is
	// missing.
	Verbatim []string
	// SkipRows is how many lines to leave out at the beginning.
	SkipRows int
	// SkipLines are lines to leave out, counted from 0.
	SkipLines []int
	// NRows is how many rows to read. The default is all.
	NRows *int
	// NAValues are texts that mean a missing value, besides the default ones.
	NAValues []string
	// NAByColumn are such texts of single columns.
	NAByColumn map[string][]string
	// NoDefaultNA is keep_default_na=False: only the texts above are missing values.
	NoDefaultNA bool
	// NoNAFilter is na_filter=False: nothing is a missing value.
	NoNAFilter bool
	// TrueValues and FalseValues are texts of bools besides True and False in any case.
	TrueValues, FalseValues []string
	// ParseDates are the columns to read as datetimes.
	ParseDates []frame.Label
	// ParseIndex is parse_dates=True: row labels are read as datetimes.
	ParseIndex bool
	// DateFormat is the format of datetimes in strptime's letters, "ISO8601" or "mixed". The default is to
	// guess from the first value.
	DateFormat string
	// DayFirst reads 01/02/2000 as the first of February.
	DayFirst bool
	// Quote is the quoting character. The default is '"'.
	Quote byte
	// NoQuote is quoting=csv.QUOTE_NONE.
	NoQuote bool
	// NoDoubleQuote is doublequote=False: two quotes in a quoted field are not one.
	NoDoubleQuote bool
	// Escape is the escape character. The default is none.
	Escape byte
	// Comment begins a comment, which goes to the end of the line. The default is none.
	Comment byte
	// Thousands separates groups of digits. The default is none.
	Thousands byte
	// Decimal is the decimal point. The default is '.'.
	Decimal byte
	// SkipInitialSpace leaves out blanks after a separator.
	SkipInitialSpace bool
	// KeepBlankLines is skip_blank_lines=False: they are rows of missing values.
	KeepBlankLines bool
	// SkipBadLines is on_bad_lines="skip": rows of too many fields are left out. The default is an error.
	SkipBadLines bool
	// Encoding is that of the file, one that Encoding knows. The default is "utf-8"; a byte order mark is
	// left out. What is read here is UTF-8 already: Decompress makes it.
	Encoding string
}

// A Header says where the names of columns stand.
type Header int

// The row of names is HeaderRow + n, for n from 0.
const (
	InferHeader Header = iota // row 0, or none where Names are given
	NoHeader
	HeaderRow
)
