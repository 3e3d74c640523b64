package logging

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"

	"golang.org/x/term"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/internal/conf"
)

// Options say how to log. The zero value logs from Info on to stderr.
type Options struct {
	// Level is a word of Levels, in any case. The default is "info", or that of Conf.
	Level string
	// Format is "text", "json", "auto", or a format of Python's logging: "%(asctime)s %(levelname)s
	// %(message)s". Auto is text on a terminal and JSON elsewhere. The default is "auto", or that of Conf.
	Format string
	// Conf is a configuration file of Python's logging; see ReadConf. Level and Format go before what it
	// says.
	Conf string
	// Out takes lines where Conf names no file. The default is stderr.
	Out io.Writer
}

// Levels are the words for levels, those of Python among them.
var Levels = []string{"debug", "info", "warn", "warning", "error", "critical", "fatal"}

// ParseLevel reads a word of Levels.
func ParseLevel(s string) (slog.Level, error) {
	switch strings.ToLower(s) {
	case "debug", "notset":
		return slog.LevelDebug, nil
	case "info", "":
		return slog.LevelInfo, nil
	case "warn", "warning":
		return slog.LevelWarn, nil
	case "error":
		return slog.LevelError, nil
	case "critical", "fatal":
		return slog.LevelError + 4, nil
	}
	return 0, errs.New(errs.Invalid, "%q is not a level of logging: %s%s", s, strings.Join(Levels, ", "), conf.Suggest(strings.ToLower(s), Levels))
}

// New makes a logger; level may be changed later. Close closes the files that Conf names. Invalid: an option
// makes no sense.
func New(o Options) (log *slog.Logger, level *slog.LevelVar, closing io.Closer, err error) {
	if o.Out == nil {
		o.Out = os.Stderr
	}
	c := &Conf{Sinks: []Sink{{}}}
	if o.Conf != "" {
		if c, err = LoadConf(o.Conf); err != nil {
			return nil, nil, nil, err
		}
	}
	level = new(slog.LevelVar)
	l, err := ParseLevel(cmp.Or(o.Level, c.Level))
	if err != nil {
		return nil, nil, nil, err
	}
	level.Set(l)
	var hs fan
	var files closers
	for _, s := range c.Sinks {
		h, f, err := s.open(o, level)
		if f != nil {
			files = append(files, f)
		}
		if err != nil {
			return nil, nil, nil, errors.Join(err, files.Close())
		}
		hs = append(hs, h)
	}
	var h slog.Handler = hs
	if len(hs) == 1 {
		h = hs[0]
	}
	return slog.New(h), level, files, nil
}

type closers []io.Closer

func (c closers) Close() (err error) {
	for _, f := range c {
		err = errors.Join(err, f.Close())
	}
	return err
}

// handler makes a handler of a format.
func handler(w io.Writer, format string, level slog.Leveler) (slog.Handler, error) {
	o := &slog.HandlerOptions{Level: level, ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Value.Kind() != slog.KindAny {
			return a
		}
		switch v := a.Value.Any().(type) {
		case nil: // "err" where there was none
			return slog.Attr{}
		case error:
		case fmt.Stringer: // JSON would have the number of a task, and of a state
			return slog.String(a.Key, v.String())
		}
		return a
	}}
	switch {
	case format == "text", (format == "" || format == "auto") && terminal(w):
		return slog.NewTextHandler(w, o), nil
	case format == "json", format == "" || format == "auto":
		return slog.NewJSONHandler(w, o), nil
	}
	return newPython(w, format, level)
}

func terminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
