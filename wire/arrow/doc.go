// Package arrow carries frames as Arrow IPC streams, which pyarrow, pandas, polars and the Python client read
// as they are.
//
// Numbers, times, codes and the bytes of read texts are shared, never copied; bools, objects and the 16-byte
// views of texts are converted. What Arrow cannot say is said twice: in the schema metadata "pandas", from
// which pyarrow rebuilds the index and the dtypes, and in "mars", which holds labels with their exact types.
// How columns travel:
//
//	str, string      large_string
//	bytes            large_binary
//	category         dictionary<values, int8/16/32>, a missing row is null
//	datetime         timestamp of the same unit and zone; NaT is null
//	timedelta        duration; NaT is null
//	float            as it is; NaN stays NaN and is not null
//	nullable, int    as they are, missing rows null (a null in a plain int column is pending and reads back as float64)
//	complex          fixed_size_list<float, 2>, named by the field metadata mars:dtype
//	object           the one Arrow type that all its cells have; a mixture is JSON text, named by the field metadata mars:object
//
// The hidden ordinal and the identity of the index do not travel.
//
// Floor 2.
package arrow
