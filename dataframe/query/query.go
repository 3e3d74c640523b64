package query

import (
	"strings"

	"github.com/mars-project/mars-go/errs"
)

// Vars are the variables that an expression names as @name: single values, slices, series and frames.
type Vars map[string]any

// LinesOf are the lines of an expression that are not empty.
func LinesOf(s string) (lines []string) {
	for line := range strings.Lines(s) {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}

// OneLine is what is wrong with so many lines where one is wanted.
func OneLine(lines []string) error {
	if len(lines) == 0 {
		return errs.New(errs.Invalid, "expr cannot be an empty string")
	}
	return errs.New(errs.Invalid, "multi-line expressions are only valid in the context of data: write a query in one line, or call Eval with an assignment a line")
}
