// Package remote has the operators that call functions of users: values made by functions, of values.
//
// A function and its arguments are bytes that nothing here reads. What a function gives is an op.Pickled.
//
// Floor 5.
package remote
