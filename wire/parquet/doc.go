// Package parquet reads and writes Parquet files as pandas 3's read_parquet and to_parquet do, over
// parquet-go's pages.
//
// Columns get pandas' dtypes: those that pandas or Arrow noted in the file, else those of the logical types.
// What pandas holds as Python objects and we do not: decimals are float64, dates datetime64[s], times of the
// day timedelta64. Texts that are stored by a dictionary keep it. Lists, maps and structs are objects: []any,
// lists of pairs (frame.Tuple), frame.Record.
//
// The library panics on some damaged files; here every panic becomes an error.
//
// Floor 2.
package parquet
