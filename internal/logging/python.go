package logging

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/internal/conf"
)

// A python handler writes lines in a format of Python's logging:
// https://docs.python.org/3/library/logging.html#logrecord-attributes.
type python struct {
	out   *locked
	level slog.Leveler
	line  []piece
	attrs []byte // " key=value" of WithAttrs
	group string // "a.b."
}

type locked struct {
	mu sync.Mutex
	w  io.Writer
}

// A piece is text, or an attribute of the record with a format for it.
type piece struct {
	text string
	verb string // "%-8s"
	get  func(r *slog.Record, h *python) any
}

func newPython(w io.Writer, format string, level slog.Leveler) (*python, error) {
	line, err := pieces(format)
	return &python{out: &locked{w: w}, level: level, line: line}, err
}

// pieces reads a format.
func pieces(format string) (out []piece, err error) {
	bad := func(why string) error {
		return errs.New(errs.Invalid, "%q is not a format of log lines: %s; write text, json, auto or as %%(asctime)s %%(levelname)s %%(message)s", format, why)
	}
	if !strings.Contains(format, "%(") {
		return nil, bad("it shows no attribute")
	}
	for rest := format; rest != ""; {
		i := strings.IndexByte(rest, '%')
		if i < 0 {
			return append(out, piece{text: rest}), nil
		}
		if i > 0 {
			out = append(out, piece{text: rest[:i]})
		}
		rest = rest[i+1:]
		if t, ok := strings.CutPrefix(rest, "%"); ok {
			out, rest = append(out, piece{text: "%"}), t
			continue
		}
		name, tail, ok := strings.Cut(strings.TrimPrefix(rest, "("), ")")
		if !ok || rest[0] != '(' {
			return nil, bad("a % begins nothing")
		}
		get := attributes[name]
		if get == nil {
			return nil, bad("no attribute " + name + conf.Suggest(name, slices.Sorted(maps.Keys(attributes))))
		}
		j := strings.IndexAny(tail, "sdfir")
		if j < 0 || strings.Trim(tail[:j], "-+0123456789.# ") != "" {
			return nil, bad("no s, d or f behind " + name)
		}
		verb := "%" + tail[:j] + "v"
		if c := tail[j]; c == 'd' || c == 'i' || c == 'f' {
			if !numbers[name] {
				return nil, bad(name + " is not a number")
			}
			verb = "%" + tail[:j] + map[byte]string{'d': "d", 'i': "d", 'f': "f"}[c]
		}
		p := piece{verb: verb, get: get}
		if strings.HasSuffix(verb, "f") {
			p.get = func(r *slog.Record, h *python) any { f, _ := strconv.ParseFloat(fmt.Sprint(get(r, h)), 64); return f }
		} else if strings.HasSuffix(verb, "d") && name == "created" {
			p.get = func(r *slog.Record, _ *python) any { return r.Time.Unix() }
		}
		out, rest = append(out, p), tail[j+1:]
	}
	return out, nil
}

var numbers = map[string]bool{"created": true, "levelno": true, "lineno": true, "msecs": true, "process": true, "thread": true, "relativeCreated": true}

var began = time.Now()

var attributes = map[string]func(r *slog.Record, h *python) any{
	"asctime": func(r *slog.Record, _ *python) any {
		return strings.Replace(r.Time.Format("2006-01-02 15:04:05.000"), ".", ",", 1)
	},
	"created":         func(r *slog.Record, _ *python) any { return float64(r.Time.UnixMicro()) / 1e6 },
	"relativeCreated": func(r *slog.Record, _ *python) any { return r.Time.Sub(began).Milliseconds() },
	"msecs":           func(r *slog.Record, _ *python) any { return r.Time.Nanosecond() / 1e6 },
	"levelname":       func(r *slog.Record, _ *python) any { return levelName(r.Level) },
	"levelno":         func(r *slog.Record, _ *python) any { return (int(r.Level)/4 + 2) * 10 },
	"name":            func(*slog.Record, *python) any { return "mars" },
	"message":         func(r *slog.Record, h *python) any { return h.message(r) },
	"process":         func(*slog.Record, *python) any { return os.Getpid() },
	"processName":     func(*slog.Record, *python) any { return filepath.Base(os.Args[0]) },
	"thread":          func(*slog.Record, *python) any { return 0 },
	"threadName":      func(*slog.Record, *python) any { return "MainThread" },
	"pathname":        func(r *slog.Record, _ *python) any { return frame(r).File },
	"filename":        func(r *slog.Record, _ *python) any { return filepath.Base(frame(r).File) },
	"module": func(r *slog.Record, _ *python) any {
		return strings.TrimSuffix(filepath.Base(frame(r).File), ".go")
	},
	"lineno": func(r *slog.Record, _ *python) any { return frame(r).Line },
	"funcName": func(r *slog.Record, _ *python) any {
		f := frame(r).Function
		return f[strings.LastIndexByte(f, '.')+1:]
	},
}

func frame(r *slog.Record) runtime.Frame {
	f, _ := runtime.CallersFrames([]uintptr{r.PC}).Next()
	return f
}

func levelName(l slog.Level) string {
	switch {
	case l < slog.LevelInfo:
		return "DEBUG"
	case l < slog.LevelWarn:
		return "INFO"
	case l < slog.LevelError:
		return "WARNING"
	case l < slog.LevelError+4:
		return "ERROR"
	}
	return "CRITICAL"
}

func (h *python) message(r *slog.Record) string {
	b := append([]byte(r.Message), h.attrs...)
	r.Attrs(func(a slog.Attr) bool { b = appendAttr(b, h.group, a); return true })
	return string(b)
}

func appendAttr(b []byte, group string, a slog.Attr) []byte {
	if a.Value.Kind() == slog.KindAny && a.Value.Any() == nil { // "err" where there was none
		return b
	}
	v := a.Value.Resolve()
	if v.Kind() == slog.KindGroup {
		for _, x := range v.Group() {
			b = appendAttr(b, group+a.Key+".", x)
		}
		return b
	}
	if a.Key == "" {
		return b
	}
	s := v.String()
	if s == "" || strings.ContainsAny(s, " \"=\n") {
		s = strconv.Quote(s)
	}
	return append(append(append(append(append(b, ' '), group...), a.Key...), '='), s...)
}

func (h *python) Enabled(_ context.Context, l slog.Level) bool { return l >= h.level.Level() }

func (h *python) Handle(_ context.Context, r slog.Record) error {
	var b strings.Builder
	for _, p := range h.line {
		if p.get == nil {
			b.WriteString(p.text)
		} else {
			fmt.Fprintf(&b, p.verb, p.get(&r, h))
		}
	}
	b.WriteByte('\n')
	h.out.mu.Lock()
	defer h.out.mu.Unlock()
	_, err := io.WriteString(h.out.w, b.String())
	return err
}

func (h *python) WithAttrs(as []slog.Attr) slog.Handler {
	c := *h
	c.attrs = append([]byte(nil), h.attrs...)
	for _, a := range as {
		c.attrs = appendAttr(c.attrs, h.group, a)
	}
	return &c
}

func (h *python) WithGroup(name string) slog.Handler {
	c := *h
	if name != "" {
		c.group += name + "."
	}
	return &c
}
