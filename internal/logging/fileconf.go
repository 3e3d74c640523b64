package logging

import (
	"fmt"
	"io"
	"log/slog"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/internal/rotate"
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
	MaxBytes int64 // at which the file is renamed; 0: it grows for ever
	Backups  int   // how many of those stay
}

// LoadConf reads a file; see ReadConf.
func LoadConf(path string) (*Conf, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, errs.Wrap(errs.Invalid, err, "read the configuration of logging")
	}
	return ReadConf(path, string(b))
}

// ReadConf reads the file format of Python's logging.config.fileConfig as far as it makes sense here: the
// level and handlers of the root logger, or of the logger "mars" where there is one; of handlers
// StreamHandler, FileHandler and RotatingFileHandler, their level and format. Invalid: anything else that
// would change where lines go.
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
	case "FileHandler", "handlers.RotatingFileHandler":
		err := s.file(strings.Split(args, ","))
		if err != nil || s.File == "" {
			return s, errs.New(errs.Invalid, "a %s wants args=('path',) or ('path', 'a', maxBytes, backupCount), not (%s)", class[strings.Index(class, ".")+1:], args)
		}
		if class == "FileHandler" {
			s.MaxBytes, s.Backups = 0, 0
		}
	default:
		return s, errs.New(errs.Invalid, "class %q is none of StreamHandler, FileHandler, handlers.RotatingFileHandler", class)
	}
	return s, nil
}

// file reads the arguments of a handler of a file: path, mode, maxBytes, backupCount, of which the later ones
// may have their names before them.
func (s *Sink) file(args []string) (err error) {
	names := []string{"filename", "mode", "maxBytes", "backupCount"}
	for i, a := range args {
		a = strings.TrimSpace(a)
		if a == "" {
			continue
		}
		name := ""
		if i < len(names) {
			name = names[i]
		}
		if k, v, ok := strings.Cut(a, "="); ok && slices.Contains(names, strings.TrimSpace(k)) {
			name, a = strings.TrimSpace(k), strings.TrimSpace(v)
		}
		switch name {
		case "filename":
			s.File = strings.Trim(a, `'"`)
		case "mode":
			s.Truncate = strings.HasPrefix(strings.Trim(a, `'"`), "w")
		case "maxBytes":
			s.MaxBytes, err = strconv.ParseInt(a, 10, 64)
		case "backupCount":
			s.Backups, err = strconv.Atoi(a)
		}
		if err != nil || s.MaxBytes < 0 || s.Backups < 0 {
			return errs.New(errs.Invalid, "%s=%s", name, a)
		}
	}
	if s.Backups == 0 { // Python's: then it does not rotate
		s.MaxBytes = 0
	}
	return nil
}

// sections reads an INI file as Python's configparser does: "key = value" or "key: value", comments of whole
// lines; a line that begins with a blank goes on with the value before it.
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
		begin := rotate.Open
		if s.Truncate && s.MaxBytes == 0 { // one that rotates is never emptied, in Python too
			begin = rotate.Begin
		}
		f, err := begin(s.File, s.MaxBytes, s.Backups)
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
