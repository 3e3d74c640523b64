// Package hash tells rows apart by their keys: stable hashes of rows for partitions, and numbers of distinct
// keys for group-by, join and distinct.
//
// Equal keys are equal whatever their encoding, and across dtypes as pandas matches them: numbers by value,
// times by instant, text by bytes, categories by what they stand for, missing values with each other. Hashes
// depend on nothing but values: they are the same in every process and version.
//
// Floor 2.
package hash
