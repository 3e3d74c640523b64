// Package jsonl reads and writes JSON lines as pandas 3's read_json and to_json with lines=True do: one
// object a line, a row each.
//
// Split cuts the bytes into ranges of whole lines: a line end never stands within a value. Survey looks at
// the values of a range and says which names and kinds of values it holds; what several ranges hold is
// merged, and the dtypes follow. Read turns a range into a frame of the merged schema.
//
// A column of numbers, texts that are numbers, and bools is of numbers, as pandas makes it; floats that are
// all whole are int64. Lists are []any, objects frame.Record. What differs from pandas: floats are rounded
// correctly, integers beyond 64 bits are floats, and names stay texts.
//
// Floor 2.
package jsonl
