package logging

import (
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"

	"github.com/mars-project/mars-go/errs"
)

// A Conf is what is read of a configuration file of Python's logging.
type Conf struct {
	Level string
	Sinks []Sink
}

// A Sink is a handler of it. The zero value writes to stderr.
type Sink struct {
	Level    string
	Format   string
	Stdout   bool
	File     string
	Truncate bool
}

// LoadConf reads a file; see ReadConf.
func LoadConf(path string) (*Conf, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, errs.Wrap(errs.Invalid, err, "read the configuration of logging")
	}
	return ReadConf(path, string(b))
}

// ReadConf reads the file format of Python's logging.config.fileConfig as far as it makes sense here: the level and handlers of the root
// logger, or of the logger "mars" where there is one; of handlers StreamHandler and FileHandler, their level and format. Invalid: anything
// else that would change where lines go.
func ReadConf(name, text string) (*Conf, error) {
	ini, err := sections(name, text)
	if err != nil {
		return nil, err
	}
	logger := ini["logger_root"]
	for k, v := range ini["logger_mars"] {
		if logger == nil {
			logger = map[string]string{}
		}
		logger[k] = v
	}
	if logger == nil {
		return nil, errs.New(errs.Invalid, "%s has no section [logger_root]", name)
	}
	c := &Conf{Level: logger["level"]}
	if _, err := ParseLevel(c.Level); err != nil {
		return nil, errs.Wrap(errs.Invalid, err, "%s", name)
	}
	for h := range strings.SplitSeq(logger["handlers"], ",") {
		if h = strings.TrimSpace(h); h == "" {
			continue
		}
		keys, ok := ini["handler_"+h]
		if !ok {
			return nil, errs.New(errs.Invalid, "%s has no section [handler_%s]", name, h)
		}
		s, err := sink(keys)
		if err != nil {
			return nil, errs.Wrap(errs.Invalid, err, "%s: handler %s", name, h)
		}
		if f := keys["formatter"]; f != "" {
			s.Format = ini["formatter_"+f]["format"]
		}
		c.Sinks = append(c.Sinks, s)
	}
	return c, nil
}

func sink(keys map[string]string) (s Sink, err error) {
	s.Level = keys["level"]
	if _, err := ParseLevel(s.Level); err != nil {
		return s, err
	}
	args := strings.Trim(strings.TrimSpace(keys["args"]), "()")
	switch class := strings.TrimPrefix(keys["class"], "logging."); class {
	case "StreamHandler":
		s.Stdout = strings.Contains(args, "stdout")
	case "FileHandler":
		path, mode, _ := strings.Cut(args, ",")
		s.File = strings.Trim(strings.TrimSpace(path), `'"`)
		s.Truncate = strings.HasPrefix(strings.Trim(strings.TrimSpace(mode), `'"`), "w")
		if s.File == "" {
			return s, errs.New(errs.Invalid, "a FileHandler wants args=('path',)")
		}
	default:
		return s, errs.New(errs.Invalid, "class %q is none of StreamHandler, FileHandler", class)
	}
	return s, nil
}

// sections reads an INI file as Python's configparser does: "key = value" or "key: value", comments of whole lines; a line that begins with
// a blank goes on with the value before it.
func sections(name, text string) (map[string]map[string]string, error) {
	out := map[string]map[string]string{}
	var now map[string]string
	var last string
	n := 0
	for l := range strings.Lines(text) {
		n++
		t := strings.TrimSpace(l)
		switch {
		case t == "", t[0] == '#', t[0] == ';':
		case t[0] == '[' && strings.HasSuffix(t, "]"):
			now, last = map[string]string{}, ""
			out[t[1:len(t)-1]] = now
		case (l[0] == ' ' || l[0] == '\t') && last != "":
			now[last] += "\n" + t
		default:
			i := strings.IndexAny(t, "=:")
			if i <= 0 || now == nil {
				return nil, errs.New(errs.Invalid, "%s:%d: %q is neither a section nor \"key = value\"", name, n, t)
			}
			last = strings.ToLower(strings.TrimSpace(t[:i]))
			now[last] = strings.TrimSpace(t[i+1:])
		}
	}
	return out, nil
}

// open makes the handler of a sink.
func (s *Sink) open(o Options, level *slog.LevelVar) (h slog.Handler, closing io.Closer, err error) {
	w := o.Out
	if s.Stdout {
		w = os.Stdout
	}
	if s.File != "" {
		flags := os.O_WRONLY | os.O_CREATE | os.O_APPEND
		if s.Truncate {
			flags = os.O_WRONLY | os.O_CREATE | os.O_TRUNC
		}
		f, err := os.OpenFile(s.File, flags, 0o644)
		if err != nil {
			return nil, nil, errs.Wrap(errs.Invalid, err, "open the log")
		}
		w, closing = f, f
	}
	format := o.Format
	if format == "" {
		format = s.Format
	}
	l := slog.Leveler(level)
	if s.Level != "" && o.Level == "" {
		own, err := ParseLevel(s.Level)
		if err != nil {
			return nil, closing, err
		}
		l = atLeast{level, own}
	}
	h, err = handler(w, format, l)
	if err != nil {
		err = fmt.Errorf("format of the log: %w", err)
	}
	return h, closing, err
}

// atLeast is the higher one of two levels.
type atLeast struct {
	slog.Leveler
	own slog.Level
}

func (a atLeast) Level() slog.Level { return max(a.Leveler.Level(), a.own) }
