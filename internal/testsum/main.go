// Command testsum reads "go test -json" and shows one line for each package, what failed in full, and nothing
// else.
//
// It exits with 1 when something failed. With -counts it appends "passed failed" to a file.
//
// Floor 0.
package main

import (
	"flag"
	"fmt"
	"os"
)

func main() {
	counts := flag.String("counts", "", "file to append the counts to")
	flag.Parse()
	passed, failed, err := summarize(os.Stdin, os.Stdout)
	if err == nil && *counts != "" {
		err = appendLine(*counts, fmt.Sprintf("%d %d\n", passed, failed))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "testsum:", err)
		os.Exit(2)
	}
	if failed > 0 {
		os.Exit(1)
	}
}

func appendLine(path, line string) error {
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	if _, err := f.WriteString(line); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}
