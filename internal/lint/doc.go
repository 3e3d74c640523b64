// Package lint holds the rules of this repository that no compiler checks; its test is the gate.
//
// Floors: a package imports only from lower floors (floors.txt). Docs: every package says in one sentence
// what it is and names its floor. Files: none over 800 lines, no left-over markers, no skipped tests.
// Columns: prose is at most 110 wide. Purity: machines see neither clock nor network, mathematics starts no
// goroutine. Operators: each registered one has a Doc and a test. Snippets: code in Markdown is code that
// compiles.
//
// Floor 0.
package lint
