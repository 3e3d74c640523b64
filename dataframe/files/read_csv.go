package files

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/wire/csv"
)

// CSV is the options of ReadCSV. The zero value is pandas' defaults.
type CSV struct {
	Files      []string     // more paths, read after the first
	Sep        string       // separator; `\s+` is runs of blanks. The default is ",".
	Header     *int         // the row of names. The default is the first, or none where Names are given.
	NoHeader   bool         // header=None: there is no row of names
	Names      []string     // of the columns
	IndexCol   []any        // columns that become row labels: names or places
	NoIndexCol bool         // index_col=False
	UseCols    []any        // columns to read: names or places; nil for all
	DType      dtype.DType  // of all columns that DTypes does not name
	DTypes     DTypes       // of columns by name
	ParseDates []any        // columns to read as datetimes
	ParseIndex bool         // parse_dates=True: row labels are datetimes
	DateFormat string       // in strptime's letters
	DayFirst   bool         // 01/02/2000 is the first of February
	NRows      *int         // how many rows to read; nil for all
	SkipRows   SkipRows     // lines to leave out
	NAValues   []string     // texts that mean a missing value, besides the usual ones
	NAByColumn ColumnValues // such texts of single columns
	OnlyMyNA   bool         // keep_default_na=False: no usual ones
	NoNAFilter bool         // na_filter=False: nothing is missing

	TrueValues, FalseValues    []string
	Quote                      string // the default is `"`
	NoQuote, NoDoubleQuote     bool
	Escape, Comment, Thousands string
	Decimal                    string // the default is "."
	SkipInitialSpace           bool
	KeepBlankLines             bool   // skip_blank_lines=False
	SkipBadLines               bool   // on_bad_lines="skip"
	Encoding                   string // of the file. The default is "utf-8".
	Compression                string // "gzip", "zstd", "bz2", "xz", "zip", "none". The default is what the name says.
	ChunkBytes                 int    // of text in a chunk. The default is 16 MiB.
}

// DTypes are dtypes by column name.
type DTypes map[string]dtype.DType

// ColumnValues are texts by column name.
type ColumnValues map[string][]string

// SkipRows says which lines to leave out: the first ones, and those of a list, counted from 0.
type SkipRows struct {
	First int
	Lines []int
}

// ReadCSV is the operand that reads delimited text. Errors: Type for options that are no columns.
func ReadCSV(path string, opts ...CSV) (op.Operand, error) {
	r := &readCSV{FilepathOrBuffer: []string{path}}
	if len(opts) > 0 {
		return r, r.set(opts[0])
	}
	return r, nil
}

type readCSV struct {
	op.External
	FilepathOrBuffer []string
	Sep              string
	Delimiter        string
	Header           any // "infer", a row, or "none"
	Names            []frame.Label
	IndexCol         []frame.Label // false alone is index_col=False
	Usecols          []frame.Label
	Dtype            map[string]dtype.DType // "" is all others
	Engine           string
	TrueValues       []string
	FalseValues      []string
	Skipinitialspace bool
	Skiprows         any // how many lines, or which
	Nrows            *int
	NaValues         any // a value, several, or a dict of them by column
	KeepDefaultNa    *bool
	NaFilter         *bool
	SkipBlankLines   *bool
	ParseDates       []frame.Label // true alone is the row labels
	DateFormat       any           // a text; a dict is refused
	Dayfirst         bool
	Compression      any // a name, or a dict of the method alone
	Thousands        string
	Decimal          string
	Quotechar        string
	Quoting          int
	Doublequote      *bool
	Escapechar       string
	Comment          string
	Lineterminator   string
	Encoding         string
	OnBadLines       string
	FloatPrecision   string
	ChunkBytes       int
	Verbatim         []string   `sig:"-"` // columns whose cells are texts as they stand in the file
	Skipped          []int      `sig:"-"` // lines to leave out besides those of Skiprows
	Files            []csvFile  `sig:"-"`
	Schema           csv.Schema `sig:"-"`
	Whole            bool       `sig:"-"` // all values were looked at: the schema and the rows of all ranges are known

	Where []op.Pred     `sig:"-"` // rows that fail one of them may be left out
	Parts []parquetPart `sig:"-"` // columns in the names of directories
	Keys  [][]int       `sig:"-"` // by file and part: the code of its value
	Order []int         `sig:"-"` // the frame's columns: places in Schema.Cols, ^p for part p; nil for the former alone
}

// A csvFile is a file and its ranges of rows.
type csvFile struct {
	SourceFile
	Method string // of compression
	Ranges []csv.Range
}

func init() {
	op.Register[readCSV](op.Doc{
		Gives: "dataframe",
		Forms: "filepath_or_buffer=paths sep=text header=or_none nrows=natural dtype=own converters=own compression=or_none",
		Name:  "dataframe.read_csv", Like: "pandas.read_csv",
		Sig: "read_csv(filepath_or_buffer, *, sep=<no_default>, delimiter=<no_default>, header='infer', names=<no_default>, index_col=None, " +
			"usecols=None, dtype=None, engine=None, converters=None, true_values=None, false_values=None, skipinitialspace=False, " +
			"skiprows=None, skipfooter=0, nrows=None, na_values=None, keep_default_na=True, na_filter=True, skip_blank_lines=True, " +
			"parse_dates=None, date_format=None, dayfirst=False, cache_dates=True, iterator=False, chunksize=None, compression='infer', " +
			"thousands=None, decimal='.', lineterminator=None, quotechar='\"', quoting=0, doublequote=True, escapechar=None, comment=None, " +
			"encoding=None, encoding_errors='strict', dialect=None, on_bad_lines='error', low_memory=True, memory_map=False, " +
			"float_precision=None, storage_options=None, dtype_backend=<no_default>, chunk_bytes=0)",
		Summary: "Frame in delimited text",
		Notes:   "Floats are rounded correctly, as with float_precision=\"round_trip\"; dtypes come from all values of a column. on_bad_lines='warn' says nothing.",
	})
}
