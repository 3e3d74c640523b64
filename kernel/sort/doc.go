// Package sort orders values: sort, argsort, partition, top-k, unique, search, quantiles, counting and
// selection.
//
// Every fixed-width dtype is mapped to unsigned keys whose order is NumPy's: NaN and NaT last, complex
// numbers by real, then imaginary part. Keys, or words of a key and its place, are sorted by a quicksort of
// vector partitions where the processor has these, else by least-significant-digit radix passes, which are
// stable and do not branch on data; many keys of one or two bytes are counted. All methods are deterministic
// functions of values and positions: equal elements keep their order, so that chunks merge to the same result
// whatever the chunking.
//
// Floor 2.
package sort
