package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
)

// open makes the file of the rows. With resume the rows that an earlier run left in it stay, count as made,
// and new ones are added to them; they must be of this machine. A row is written when it is known, so an
// interrupted run leaves all that it had.
func (r *recorder) open(path string, resume bool) (*os.File, error) {
	flags := os.O_CREATE | os.O_WRONLY | os.O_TRUNC
	if resume {
		rows, err := rowsOf(path)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		for _, x := range rows {
			if x.CPU != r.cpu {
				return nil, fmt.Errorf("%s has rows of %s, this is %s: a run goes on where it began", path, x.CPU, r.cpu)
			}
			r.keep(x)
		}
		r.had, flags = slices.Clone(r.rows), os.O_CREATE|os.O_WRONLY|os.O_APPEND
	}
	f, err := os.OpenFile(path, flags, 0o644)
	if err == nil {
		r.enc = json.NewEncoder(f)
	}
	return f, err
}

// keep holds a row for the table; one of the same case, cores and peer goes.
func (r *recorder) keep(row Row) {
	same := func(x Row) bool { return x.Case == row.Case && x.Cores == row.Cores && x.PeerName == row.PeerName }
	if i := slices.IndexFunc(r.rows, same); i >= 0 {
		r.rows[i] = row
		return
	}
	r.rows = append(r.rows, row)
}

// has reports that an earlier run left a row of a case.
func (r *recorder) has(name string) bool {
	return slices.ContainsFunc(r.had, func(x Row) bool { return x.Case == name })
}

// row is the last one of a case.
func (r *recorder) row(name string) (Row, bool) {
	for _, x := range slices.Backward(r.rows) {
		if x.Case == name {
			return x, true
		}
	}
	return Row{}, false
}

// answer is what the rows say of a case in Python, for the rows of the case in Go; ok is false when there is
// no such answer.
func (r *recorder) answer(name string) (a goAnswer, ok bool) {
	x, ok := r.row(name)
	m, also := r.row(name + "_memory")
	if !ok || !also || x.Digest == nil {
		return goAnswer{}, false
	}
	return goAnswer{name, x.N, x.Ours, m.Peer * (1 << 20), m.PeerName, x.Digest}, true
}

// through reports that an earlier run left both rows of a case in Python, or the one that says that it has
// none.
func (r *recorder) through(name string) bool {
	x, _ := r.row(name)
	_, whole := r.answer(name)
	return r.has(name) && (whole || x.Digest == nil)
}
