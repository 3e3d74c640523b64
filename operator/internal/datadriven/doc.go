// Package datadriven runs text stories, and compares texts with files, in tests. With -rewrite it writes what
// came out instead.
//
// A story is blocks of a command, a line "----", what came out, and a blank line. Lines that begin with "#"
// before a command are comments.
package datadriven
