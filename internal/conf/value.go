package conf

import (
	"strconv"
	"strings"
	"time"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/internal/size"
)

// A Value is where a setting is kept, and how it is read and written as text. Its methods are those of
// pflag.Value.
type Value interface {
	Set(text string) error
	String() string
	Type() string // as the help of a flag shows it: "size"
}

type value[T any] struct {
	p     *T
	kind  string
	parse func(string) (T, error)
	text  func(T) string
}

func (v value[T]) Set(s string) error {
	x, err := v.parse(s)
	if err == nil {
		*v.p = x
	}
	return err
}

func (v value[T]) String() string { return v.text(*v.p) }
func (v value[T]) Type() string   { return v.kind }

// Text is any text.
func Text(p *string, kind string) Value {
	return value[string]{p, kind, func(s string) (string, error) { return s, nil }, func(s string) string { return s }}
}

// Auto is the text of a value that the program finds by itself.
const Auto = "auto"

// Int is a number from low on. Where auto is set, "auto" is 0.
func Int(p *int, low int, auto bool) Value {
	return value[int]{p, "int", func(s string) (int, error) {
		if auto && s == Auto {
			return 0, nil
		}
		n, err := strconv.Atoi(s)
		if err != nil || n < low {
			or := ""
			if auto {
				or = " or " + Auto
			}
			return 0, errs.New(errs.Invalid, "%q is not a number of at least %d%s", s, low, or)
		}
		return n, nil
	}, func(n int) string {
		if auto && n == 0 {
			return Auto
		}
		return strconv.Itoa(n)
	}}
}

// Port is a TCP port; 0, written "auto", is any that is free.
func Port(p *int) Value {
	v := Int(p, 0, true).(value[int])
	n := v.parse
	v.kind, v.parse = "port", func(s string) (int, error) {
		i, err := n(s)
		if err != nil || i > 65535 {
			return 0, errs.New(errs.Invalid, "%q is not a port: 1 to 65535, or %s for one that is free", s, Auto)
		}
		return i, nil
	}
	return v
}

// Size is a size of memory; the zero Size is written "auto".
func Size(p *size.Size) Value {
	return value[size.Size]{p, kindSize, func(s string) (size.Size, error) {
		if s == Auto {
			return size.Size{}, nil
		}
		return size.Parse(s)
	}, func(s size.Size) string {
		if s.IsZero() {
			return Auto
		}
		return s.String()
	}}
}

// Duration is a time such as "30s" or "1m30s".
func Duration(p *time.Duration) Value {
	return value[time.Duration]{p, kindDuration, func(s string) (time.Duration, error) {
		d, err := time.ParseDuration(s)
		if err != nil || d < 0 {
			return 0, errs.New(errs.Invalid, "%q is not a time; write it as 500ms, 30s or 2m", s)
		}
		return d, nil
	}, time.Duration.String}
}

const (
	kindSize     = "size"
	kindDuration = "duration"
)

// A list is a Value that a file may give as a sequence.
type list struct {
	value[[]string]
	sep string
}

// List is words with a separator between them; empty ones are dropped.
func List(p *[]string, sep, kind string) Value {
	return list{value[[]string]{p, kind, func(s string) ([]string, error) {
		var out []string
		for w := range strings.SplitSeq(s, sep) {
			if w = strings.TrimSpace(w); w != "" {
				out = append(out, w)
			}
		}
		return out, nil
	}, func(l []string) string { return strings.Join(l, sep) }}, sep}
}

func (l list) setAll(words []string) error {
	for _, w := range words {
		if w == "" || strings.Contains(w, l.sep) {
			return errs.New(errs.Invalid, "%q is empty or holds %q", w, l.sep)
		}
	}
	*l.p = words
	return nil
}
