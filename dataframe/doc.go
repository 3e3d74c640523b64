// Package dataframe is the table API of Mars: lazy pandas functions over chunked frames, one operator a file.
//
// Answers, order of rows, dtypes and errors are those of pandas 3. A derived frame never changes its parent.
//
// Floor 5.
package dataframe
