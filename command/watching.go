package command

import (
	"context"
	"encoding/json"
	"reflect"
	"time"

	"github.com/spf13/cobra"
)

// watchEvery is the time between two looks of --watch.
const watchEvery = time.Second

// A listing is what a list command prints: rows for programs, and the same rows for people.
type listing struct {
	rows  any // a slice
	table *table
	mark  func(i int) string // what --watch goes by; nil: the row as JSON
}

func (l *listing) of(i int) string {
	if l.mark != nil {
		return l.mark(i)
	}
	b, err := json.Marshal(reflect.ValueOf(l.rows).Index(i).Interface())
	if err != nil { // rows are text and numbers
		panic(err)
	}
	return string(b)
}

// listing makes a command of a function that looks, once or with --watch again and again.
func (p *program) listing(c *cobra.Command, look func(ctx context.Context, s *server) (listing, error)) *cobra.Command {
	var watch bool
	c.Args = noArgs
	c = p.asking(c, func(ctx context.Context, s *server, _ []string) error {
		l, err := look(ctx, s)
		if err != nil {
			return err
		}
		if err := p.show(l.rows, l.table); err != nil || !watch {
			return err
		}
		for p.pause(ctx, watchEvery) {
			next, err := look(ctx, s)
			if err != nil {
				return err
			}
			if err := p.changes(&l, &next); err != nil {
				return err
			}
			l = next
		}
		return nil
	})
	c.Flags().BoolVarP(&watch, "watch", "w", false, "go on: print rows that change, and those that come")
	return c
}

// changes prints the rows of a listing that differ from those before, or are new.
func (p *program) changes(old, now *listing) error {
	was := map[string]string{}
	for i, r := range old.table.rows {
		was[r[0]] = old.of(i)
	}
	t := &table{head: now.table.head, more: now.table.more, bare: true}
	before, is := old.table.widths(), now.table.widths()
	for i := range is { // in the columns that are there
		t.least = append(t.least, max(before[i], is[i]))
	}
	now.table.least = t.least
	v := reflect.ValueOf(now.rows)
	rows := reflect.MakeSlice(v.Type(), 0, 0)
	for i, r := range now.table.rows {
		if was[r[0]] != now.of(i) {
			t.rows = append(t.rows, r)
			rows = reflect.Append(rows, v.Index(i))
		}
	}
	if len(t.rows) == 0 {
		return nil
	}
	return p.show(rows.Interface(), t)
}

// rest waits between two looks. It reports false when ctx ends meanwhile.
func rest(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// sinceFlag is a moment: how long ago, or a time of RFC 3339.
type sinceFlag struct{ at *time.Time }

func (s sinceFlag) String() string { return "" }
func (s sinceFlag) Type() string   { return "time" }

func (s sinceFlag) Set(text string) error {
	if d, err := time.ParseDuration(text); err == nil && d >= 0 {
		*s.at = time.Now().Add(-d)
		return nil
	}
	for _, form := range []string{time.RFC3339, "2006-01-02T15:04:05", "2006-01-02 15:04:05", "2006-01-02 15:04", "2006-01-02"} {
		if t, err := time.ParseInLocation(form, text, time.Local); err == nil {
			*s.at = t
			return nil
		}
	}
	return usage("--since %q: want how long ago, such as 90m, or a time such as 2026-11-25T18:00:00Z", text)
}
