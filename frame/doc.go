// Package frame holds the values of dataframe chunks: labels, columns, indexes and frames on Arrow layout
// with pandas' rules.
//
// A Column is one typed vector of rows. Its dtype says what the rows mean, its encoding how they are stored:
//
//	Plain  one value per row
//	Dict   one code per row (int8, int16 or int32) into a shared, immutable Dict; a missing row has the code -1
//	Const  one value for all rows
//	Range  start + row * step, no data (8-byte integers and datetimes)
//	Narrow one value per row in 1, 2 or 4 bytes (int64 and Int64)
//
// A missing row is told in exactly one way per column:
//
//	Dict, any dtype                   code -1, never a bitmap; dictionary values are never missing
//	float and complex                 NaN
//	datetime, timedelta               NaT, the smallest int64
//	object                            nil (None), a float NaN, NA or NaT in the slice
//	str, string, binary, nullable     a validity bitmap; nil means that nothing is missing
//	int, uint, bool                   cannot miss
//
// A plain int, uint or bool column that has a bitmap all the same is pending: a join missed some rows, and
// whether the column becomes float64 (object for bool) is decided from all chunks. Settle makes it so.
//
// Values are immutable once a column is shared. Every method that makes rows takes the allocator of the new
// blocks; views share the blocks of their source and own nothing (see package mem on ownership). Methods
// never start goroutines; facts that are found on demand (statistics, hash tables of an index) are kept by
// atomic pointers, so that columns may be read at once by many.
//
// Floor 1.
package frame
