// Package files reads and writes frames: CSV, JSON lines, Parquet and Feather, one operator a format and
// direction.
//
// Package dataframe has the functions that users call; what they write of options is declared here, and the
// bytes themselves are made by wire/....
//
// Floor 5.
package files
