// Package golden reads columns that a script made with pandas wrote as JSON, and compares columns with them;
// for tests of the kernels.
//
// golden.py beside it is the writing side. A column is its dtype and its values: null for missing ones, ticks
// for times, codes and categories for categoricals, and the texts "inf", "-inf" and "nan" for floats that
// JSON lacks.
//
// Floor 2.
package golden
