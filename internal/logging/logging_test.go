package logging

import (
	"bytes"
	"encoding/json"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/mars-project/mars-go/errs"
)

// speak logs one line of each level.
func speak(l *slog.Logger) {
	l = l.With("node", "w1")
	l.Debug("seen", "n", 1)
	l.Info("worker started", "addr", "127.0.0.1:7", slog.Group("mem", "used", "1 GiB"))
	l.WithGroup("disk").Warn("full", "dir", "/a")
	l.Error("lost")
}

func TestFormats(t *testing.T) {
	for _, c := range []struct {
		name          string
		level, format string
		want          string // regular expression
	}{
		{"JSON where nobody sits", "", "", `(?s)^{"time":"[^"]*","level":"INFO","msg":"worker started","node":"w1","addr":"127.0.0.1:7","mem":{"used":"1 GiB"}}\n{.*}\n{.*}\n$`},
		{"text", "error", "text", `^time=\S+ level=ERROR msg=lost node=w1\n$`},
		{"Python's format", "WARNING", "%(name)s %(levelname)-8s|%(levelno)3d %(message)s 100%%", `^mars WARNING | 30 full node=w1 disk.dir=/a 100%\nmars ERROR   | 40 lost node=w1 100%\n$`},
		{"groups", "info", "%(message)s", `^worker started node=w1 addr=127.0.0.1:7 mem.used="1 GiB"\nfull node=w1 disk.dir=/a\nlost node=w1\n$`},
		{"time", "critical", "%(asctime)s", `^$`},
		{"place", "Error", "%(asctime)s,%(msecs)03d %(filename)s:%(lineno)d %(funcName)s %(module)s %(process)d", `^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3},\d{3} logging_test.go:\d+ speak logging_test \d+\n$`},
		{"seconds", "error", "%(created)d %(created).3f %(created)f", `^1\d{9} 1\d{9}\.\d{3} 1\d{9}\.\d{6}\n$`},
		{"all", "DEBUG", "%(levelname).1s%(message)s", `(?s)^Dseen node=w1 n=1\nI.*\nW.*\nE.*\n$`},
	} {
		t.Run(c.name, func(t *testing.T) {
			var b bytes.Buffer
			l, _, f, err := New(Options{Level: c.level, Format: c.format, Out: &b})
			if err != nil {
				t.Fatal(err)
			}
			speak(l)
			if !regexp.MustCompile(c.want).MatchString(b.String()) {
				t.Errorf("got %s want %s", b.String(), c.want)
			}
			if err := f.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestRefused(t *testing.T) {
	for _, c := range []struct {
		o    Options
		want string
	}{
		{Options{Level: "wanring"}, "did you mean warning?"},
		{Options{Format: "xml"}, "shows no attribute"},
		{Options{Format: "%(mesage)s"}, "did you mean message?"},
		{Options{Format: "%(message)"}, "no s, d or f behind message"},
		{Options{Format: "%(message)d"}, "message is not a number"},
		{Options{Format: "%(message)s %x"}, "a % begins nothing"},
		{Options{Conf: "/nowhere"}, "no such file"},
	} {
		if _, _, _, err := New(c.o); !errs.Is(err, errs.Invalid) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, want %s", c.o, err, c.want)
		}
	}
}

func TestLevelChangesLater(t *testing.T) {
	var b bytes.Buffer
	l, level, _, err := New(Options{Format: "json", Out: &b})
	if err != nil {
		t.Fatal(err)
	}
	level.Set(slog.LevelDebug)
	l.Debug("seen")
	var line struct{ Msg string }
	if err := json.Unmarshal(b.Bytes(), &line); err != nil || line.Msg != "seen" {
		t.Errorf("%s, %v", b.String(), err)
	}
}

// The file that Mars ships, and one with two handlers.
func TestConf(t *testing.T) {
	path := filepath.Join(t.TempDir(), "mars.log")
	shipped := `[loggers]
keys=root,main,deploy

[handlers]
keys=stream_handler

[formatters]
keys=formatter

[logger_root]
level=WARN
handlers=stream_handler

[handler_stream_handler]
class=StreamHandler
formatter=formatter
level=DEBUG
args=(sys.stderr,)

[formatter_formatter]
format=%(name)s: %(levelname)s %(message)s
`
	for _, c := range []struct {
		name, text string
		o          Options
		out, file  string
	}{
		{"shipped", shipped, Options{}, "mars: WARNING full node=w1 disk.dir=/a\nmars: ERROR lost node=w1\n", ""},
		{"flags go first", shipped, Options{Level: "error", Format: "%(message)s"}, "lost node=w1\n", ""},
		{"two handlers", `[logger_root]
level: INFO
handlers: a, b
[logger_mars]
level = INFO
handlers = a,b
[handler_a]
class = logging.StreamHandler
level = ERROR
formatter = f
[handler_b]
class = logging.FileHandler
args = ('` + path + `', 'a')
formatter = f
# a comment
[formatter_f]
format = %(levelname)s
 %(message)s
`, Options{}, "ERROR\nlost node=w1\n", "INFO\nworker started node=w1 addr=127.0.0.1:7 mem.used=\"1 GiB\"\nWARNING\nfull node=w1 disk.dir=/a\nERROR\nlost node=w1\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			conf := filepath.Join(t.TempDir(), "logging.conf")
			if err := os.WriteFile(conf, []byte(c.text), 0o644); err != nil {
				t.Fatal(err)
			}
			var b bytes.Buffer
			c.o.Conf, c.o.Out = conf, &b
			l, _, f, err := New(c.o)
			if err != nil {
				t.Fatal(err)
			}
			speak(l)
			if err := f.Close(); err != nil {
				t.Error(err)
			}
			if b.String() != c.out {
				t.Errorf("got  %q\nwant %q", b.String(), c.out)
			}
			if file, _ := os.ReadFile(path); string(file) != c.file {
				t.Errorf("file has %q\nwant      %q", file, c.file)
			}
		})
	}
}

// An error that is none is not told.
func TestNothingIsNotTold(t *testing.T) {
	for _, format := range []string{"text", "json", "%(message)s"} {
		var b bytes.Buffer
		l, _, _, err := New(Options{Format: format, Out: &b})
		if err != nil {
			t.Fatal(err)
		}
		var none error
		l.With("err", none).Info("link down", "why", none, "node", "w1", "big", slog.GroupValue(slog.Any("err", none), slog.Int("n", 1)))
		if s := b.String(); strings.Contains(s, "err") || strings.Contains(s, "why") || strings.Contains(s, "nil") || strings.Contains(s, "null") || !strings.Contains(s, "w1") {
			t.Errorf("%s: %s", format, s)
		}
	}
}

func TestRotatingFiles(t *testing.T) {
	dir := t.TempDir()
	conf, path := filepath.Join(dir, "logging.conf"), filepath.Join(dir, "mars.log")
	text := "[logger_root]\nlevel=INFO\nhandlers=a\n[handler_a]\nclass=handlers.RotatingFileHandler\nargs=('" + path + "', 'a', maxBytes=200, backupCount=2)"
	if err := os.WriteFile(conf, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	l, _, f, err := New(Options{Conf: conf, Out: io.Discard})
	if err != nil {
		t.Fatal(err)
	}
	for n := range 50 {
		l.Info("worker started", "n", n)
	}
	if err := f.Close(); err != nil {
		t.Error(err)
	}
	files, err := filepath.Glob(path + "*")
	if err != nil || len(files) != 3 {
		t.Errorf("%q, %v", files, err)
	}
	if b, err := os.ReadFile(path); err != nil || len(b) > 400 || !strings.Contains(string(b), `"n":49`) && !strings.Contains(string(b), "n=49") {
		t.Errorf("%q, %v", b, err)
	}
}

func TestDamagedConf(t *testing.T) {
	for text, want := range map[string]string{
		"":                          "no section [logger_root]",
		"level=INFO":                "neither a section nor",
		"[logger_root]\nwhat":       "f:2",
		"[logger_root]\nlevel=LOUD": "not a level",
		"[logger_root]\nhandlers=a": "no section [handler_a]",
		"[logger_root]\nhandlers=a\n[handler_a]\nclass=SMTPHandler":                                      `class "SMTPHandler"`,
		"[logger_root]\nhandlers=a\n[handler_a]\nclass=FileHandler":                                      "wants args",
		"[logger_root]\nhandlers=a\n[handler_a]\nclass=handlers.RotatingFileHandler\nargs=('f','a','x')": "maxBytes",
		"[logger_root]\nhandlers=a\n[handler_a]\nclass=StreamHandler\nlevel=LOUD":                        "not a level",
	} {
		if _, err := ReadConf("f", text); !errs.Is(err, errs.Invalid) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

func FuzzReadConf(f *testing.F) {
	f.Add("[logger_root]\nlevel=INFO\nhandlers=a\n[handler_a]\nclass=StreamHandler\nformatter=b\n[formatter_b]\nformat=%(message)s")
	f.Fuzz(func(t *testing.T, text string) {
		if c, err := ReadConf("f", text); err == nil {
			for _, s := range c.Sinks {
				if _, err := ParseLevel(s.Level); err != nil {
					t.Error(err)
				}
			}
		}
	})
}

func FuzzPythonFormat(f *testing.F) {
	f.Add("%(asctime)s %(name)-12s %(levelname)-8s %(message)s")
	f.Add("%(lineno)05d%%%(created)+.3f")
	f.Fuzz(func(t *testing.T, format string) {
		h, err := newPython(io.Discard, format, slog.LevelDebug)
		if err != nil {
			return
		}
		speak(slog.New(h))
	})
}

// What has words is logged by them in each format: a state, not its number.
func TestWordsForNumbers(t *testing.T) {
	for format, want := range map[string]string{"json": `"kind":"NotFound","band":"w1/numa-0"`, "text": "kind=NotFound band=w1/numa-0", "%(message)s": "kind=NotFound band=w1/numa-0"} {
		var b bytes.Buffer
		l, err := handler(&b, format, slog.LevelInfo)
		if err != nil {
			t.Fatal(err)
		}
		slog.New(l).Info("task fails", "kind", errs.NotFound, "band", place{"w1", "numa-0"}, "err", nil)
		if !strings.Contains(b.String(), want) {
			t.Errorf("%s: %s", format, b.String())
		}
	}
}

type place struct{ node, name string }

func (p place) String() string { return p.node + "/" + p.name }
