// Package logging makes the logger of a program, also from the formats and configuration files of Python's
// logging, which the command lines of Mars take.
//
// Floor 0.
package logging
