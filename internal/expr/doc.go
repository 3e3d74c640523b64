// Package expr reads expressions in the grammar of pandas' query and eval into trees; what names and calls
// mean is its callers' business.
//
// The grammar is Python's expressions with pandas' changes: & and | are other spellings of and and or and
// bind as these do, a name in backticks may hold any text, and @name is a variable of the caller.
//
// Floor 0.
package expr
