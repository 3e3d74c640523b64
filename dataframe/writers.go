package dataframe

import "github.com/mars-project/mars-go/dataframe/files"

// What users write of files; package files reads and writes them.
type (
	// ToCSV is the options of DataFrame.ToCSV. The zero value is pandas' defaults.
	ToCSV = files.ToCSV
	// ToJSON is the options of DataFrame.ToJSON. The zero value is pandas' defaults.
	ToJSON = files.ToJSON
	// ToParquet is the options of DataFrame.ToParquet. The zero value is pandas' defaults.
	ToParquet = files.ToParquet
	// ToFeather is the options of DataFrame.ToFeather. The zero value is the defaults.
	ToFeather = files.ToFeather
)

// ToCSV writes the frame as delimited text, byte for byte as pandas does. A path with a star in its last part
// names one file for each chunk, numbered from 0; another is one file. Files appear whole, once all of them
// are written: an error leaves none. The result has a row for each file, with its name and rows.
//
// The folder must be there, and reachable from all workers. Errors: NotFound when it is not, Unavailable when
// the disk is full, Invalid for options that do not fit.
func (d *DataFrame) ToCSV(path string, opts ...ToCSV) *DataFrame {
	d = only(d, opts)
	return toCSV(d, path, opts)
}

// ToCSV writes the series as a column of delimited text. See DataFrame.ToCSV.
func (s *Series) ToCSV(path string, opts ...ToCSV) *DataFrame {
	s = only(s, opts)
	return toCSV(s, path, opts)
}

func toCSV(h Handle, path string, opts []ToCSV) *DataFrame {
	o, err := files.WriteCSV(path, opts...)
	if err != nil {
		return FrameOf(bad("dataframe.to_csv", err))
	}
	return FrameOf(apply(o, h))
}

// ToJSON writes the frame as lines of JSON, an object for each row, byte for byte as pandas does; row labels
// are not written. A path with a star in its last part names one file for each chunk, numbered from 0;
// another is one file. Files appear whole, once all of them are written: an error leaves none. The result has
// a row for each file, with its name and rows.
//
// The folder must be there, and reachable from all workers. Errors: NotFound when it is not, Unavailable when
// the disk is full, Invalid for options that do not fit, Type for values that JSON does not have.
func (d *DataFrame) ToJSON(path string, opts ...ToJSON) *DataFrame {
	d = only(d, opts)
	return FrameOf(apply(files.WriteJSON(path, opts...), d))
}

// ToParquet writes the frame as Parquet, with what pandas needs to read it back equal. A path with a star in
// its last part names one file for each chunk, numbered from 0; another is one file, with a row group for
// each chunk. Files appear whole, once all of them are written: an error leaves none. The result has a row
// for each file, with its name and rows. With PartitionCols files are added to what is in the directory.
//
// The folder must be there, and reachable from all workers. Errors: NotFound when it is not, Unavailable when
// the disk is full, Type for a column that Parquet does not hold (complex numbers, objects of several types),
// Invalid for options that are unknown.
func (d *DataFrame) ToParquet(path string, opts ...ToParquet) *DataFrame {
	d = only(d, opts)
	return FrameOf(apply(files.WriteParquet(path, opts...), d))
}

// ToFeather writes the frame as an Arrow IPC file, which pandas calls Feather. A path with a star in its last
// part names one file for each chunk, numbered from 0; another is one file, which one worker writes from the
// whole frame. Files appear whole, once all of them are written: an error leaves none. The result has a row
// for each file, with its name and rows.
//
// Row labels must be the numbers from 0 on, as in pandas: reset the index before. The folder must be there,
// and reachable from all workers. Errors: Invalid for other labels and for options that are unknown, NotFound
// when the folder is not there, Unavailable when the disk is full, Type for a column that Arrow does not
// hold.
func (d *DataFrame) ToFeather(path string, opts ...ToFeather) *DataFrame {
	d = only(d, opts)
	return FrameOf(apply(files.WriteFeather(path, opts...), d))
}
