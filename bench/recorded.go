package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
)

// recorded brings the table of a suite up to date from the rows of earlier runs, which may each have had some
// of its cases. A later file's row takes the place of an earlier one of the same case, cores and peer.
func recorded(results, suite, files, note string) error {
	r := &recorder{note: note}
	for path := range strings.SplitSeq(files, ",") {
		rows, err := rowsOf(path)
		if err != nil {
			return err
		}
		for _, x := range rows {
			r.keep(x)
		}
	}
	if len(r.rows) == 0 {
		return fmt.Errorf("%s have no rows", files)
	}
	for _, x := range r.rows {
		if r.cpu = cmp.Or(r.cpu, x.CPU); r.cpu != x.CPU {
			return fmt.Errorf("rows of two machines, %s and %s, do not go into one table", r.cpu, x.CPU)
		}
	}
	return writeResults(results, suite, r)
}

// commits are those of the rows, in the order of their first.
func commits(rows []Row) string {
	var all []string
	for _, x := range rows {
		if !slices.Contains(all, x.Commit) {
			all = append(all, x.Commit)
		}
	}
	return strings.Join(all, ", ")
}

func rowsOf(path string) (rows []Row, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	for d := json.NewDecoder(f); ; {
		var x Row
		if err := d.Decode(&x); errors.Is(err, io.EOF) {
			return rows, nil
		} else if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		rows = append(rows, x)
	}
}
