// Package column computes on the columns of frames with pandas' rules for dtypes and missing values.
//
// A function is settled first, from dtypes alone (Arith, Compare, Logic), which tells the dtype of its
// result; then it runs on columns of any encoding. Single values are columns of one constant. The rules are
// those of pandas 3: NumPy's dtypes compute as NumPy does, nullable ones keep NA apart, text and times have
// functions of their own.
//
// Floor 2.
package column
