// Package join matches rows of two frames by their keys and tells the rows of the result, in the order of
// pandas 3.
//
// Keys of both sides are numbered together by package hash, so that they match across encodings, numeric
// dtypes and units of time, and missing keys match each other. The answer is two lists of row numbers, -1
// where a side has no match: the caller takes those rows.
//
// Sides that outgrow their memory are cut by the hashes of their keys, kept in files and joined part by part
// (Spilled); the order of the answer is the same.
//
// Floor 2.
package join
