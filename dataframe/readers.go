package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/files"
	"github.com/mars-project/mars-go/op"
)

// What users write of files; package files reads and writes them.
type (
	// CSV is the options of ReadCSV. The zero value is pandas' defaults.
	CSV = files.CSV
	// DTypes are dtypes by column name.
	DTypes = files.DTypes
	// ColumnValues are texts by column name.
	ColumnValues = files.ColumnValues
	// SkipRows says which lines to leave out: the first ones, and those of a list, counted from 0.
	SkipRows = files.SkipRows
	// JSON is the options of ReadJSON. The zero value is pandas' defaults.
	JSON = files.JSON
	// Parquet is the options of ReadParquet.
	Parquet = files.Parquet
	// Feather is the options of ReadFeather.
	Feather = files.Feather
)

// ReadCSV is the frame in delimited text. path is a file, a directory, or a pattern, whose files are read one
// after the other and must have the same header. Names of directories such as year=2024 are columns behind
// the others, categories, as ReadParquet has them.
//
// Columns have the dtypes that pandas derives from all values. Files of up to four chunks together (64 MiB),
// and compressed ones, are looked through at the call. Of a larger one a sample is: then dtypes are what the
// sample says until the frame runs. Unless the dtypes of all columns are given, up to 128 chunks are all read
// before anything else happens, and columns whose values do not fit are read again; a file of more chunks is
// looked through before it is read. A chunk is a range of text that begins and ends between rows; a
// compressed file is one chunk.
//
// Differences from pandas: floats are rounded correctly (float_precision="round_trip"); a column's dtype
// comes from all of its values (low_memory=False); chunks by iterator and skipfooter are lacking, encodings
// are UTF-8, Latin-1, cp1252 and UTF-16 (a file that is not UTF-8 is one chunk). Errors: NotFound for a
// missing file, Invalid for text that is not a table and for options that do not fit, Type for a value that
// is not of the given dtype; when a chunk is read, Lost for a file that has changed.
func ReadCSV(path string, opts ...CSV) *DataFrame {
	if err := op.Once(opts); err != nil {
		return FrameOf(bad("dataframe.read_csv", err))
	}
	o, err := files.ReadCSV(path, opts...)
	if err != nil {
		return FrameOf(bad("dataframe.read_csv", err))
	}
	d := FrameOf(apply(o))
	if len(opts) > 0 {
		return categorized(d, opts[0].DType, opts[0].DTypes)
	}
	return d
}

// ReadJSON is the frame in files of JSON lines: one object a line, a row each. path is a file, a directory, a
// pattern or a URL, whose files are read one after the other. Columns stand in the order in which their names
// appear; a row that lacks a name misses the value. Lists and objects are cells of object columns.
//
// Columns have the dtypes that pandas derives from all values. Files of up to four chunks together (64 MiB),
// and compressed ones, are looked through at the call. Of larger ones samples are: then columns and dtypes
// are open until the frame runs, which looks through the files before it reads them.
//
// Differences from pandas: floats are rounded correctly, integers beyond 64 bits are floats, names stay
// texts, and columns with names of times whose values are floats stay numbers. Errors: NotFound for a missing
// file, Invalid, with file and line, for what is no line of JSON; when a chunk is read, Lost for a file that
// has changed.
func ReadJSON(path string, opts ...JSON) *DataFrame {
	if err := op.Once(opts); err != nil {
		return FrameOf(bad("dataframe.read_json", err))
	}
	return FrameOf(apply(files.ReadJSON(path, opts...)))
}

// ReadParquet is the frame in Parquet files. path is a file, a directory, or a pattern such as
// "data/*.parquet", whose files are read one after the other and must have the same columns.
//
// Footers are read at the call: columns, dtypes and the number of rows are known from then on, and row labels
// are those that pandas noted. A chunk is one row group, or several small ones, or a part of a large one.
// Only columns that somebody uses are read.
//
// Lists are objects of []any, structs frame.Record, maps lists of pairs (frame.Tuple); what is missing in
// them is nil.
//
// Differences from pandas: decimals are float64, dates datetime64[s], times of the day timedelta64; integers
// in lists and structs stay integers where others are missing. The values of partitions, which stand in the
// names of directories as in year=2024, are categories as in pyarrow. Errors: NotFound for a missing file or
// column, Invalid for a damaged file, Type for a column that is not read or differs between files, and, when
// a chunk is read, Lost for a file that has changed.
func ReadParquet(path string, o ...Parquet) *DataFrame {
	if err := op.Once(o); err != nil {
		return FrameOf(bad("dataframe.read_parquet", err))
	}
	return FrameOf(apply(files.ReadParquet(path, o...)))
}

// ReadFeather is the frame in Arrow IPC files, which pandas calls Feather. path is a file, a directory, a
// pattern or a URL, whose files are read one after the other and must have the same columns.
//
// Footers are read at the call: columns, dtypes and the number of rows are known from then on. A chunk is one
// record batch, or several small ones. Only columns that somebody uses are read. Row labels are those that
// pandas noted. Files of Feather 1 are refused.
//
// Errors: NotFound for a missing file or column, Invalid for a damaged file, Type for a column that is not
// read or differs between files, and, when a chunk is read, Lost for a file that has changed.
func ReadFeather(path string, o ...Feather) *DataFrame {
	if err := op.Once(o); err != nil {
		return FrameOf(bad("dataframe.read_feather", err))
	}
	return FrameOf(apply(files.ReadFeather(path, o...)))
}
