package command

import (
	"context"
	"io"
	"log/slog"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/mars-project/mars-go/internal/conf"
	"github.com/mars-project/mars-go/internal/logging"
	"github.com/mars-project/mars-go/internal/version"
)

// streams are where the program reads and writes: stdout has the answer, stderr everything else.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

// A program is one run of the command.
type program struct {
	std  streams
	set  settings
	file string // --config-file
	text string // --config
	form string // -o, --json; empty: for people

	pause func(ctx context.Context, d time.Duration) bool // between two looks; tests have a way of their own
}

func newProgram(std streams) *program {
	p := &program{std: std, pause: rest}
	p.set.define()
	return p
}

// root is the command tree as it is called by a name.
func (p *program) root(name string) *cobra.Command {
	var root *cobra.Command
	switch name {
	case "mars-supervisor":
		root = p.supervisor()
	case "mars-scheduler":
		root = p.scheduler()
	case "mars-worker":
		root = p.worker()
	case "mars-web":
		root = p.web()
	default:
		name = "mars"
		root = &cobra.Command{
			Short: "Arrays and tables larger than one machine",
			Long: `mars runs clusters of supervisors and workers, and asks them questions.

Examples:
  mars local                                   a cluster in this process
  mars local -w 4 -- python3 script.py         with a script that uses it
  mars supervisor -H 10.0.0.1 -p 7001 -w 7005  a cluster on several machines:
  mars worker -H 10.0.0.2 -s 10.0.0.1:7001     its workers
  mars node list                               what is there
  mars events -f                               what happens`,
			Args: func(c *cobra.Command, args []string) error {
				if len(args) == 0 {
					return nil
				}
				var names []string
				for _, x := range c.Commands() {
					if !x.Hidden {
						names = append(names, x.Name())
					}
				}
				return usage("unknown command %q%s", args[0], conf.Suggest(args[0], names))
			},
			RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
		}
		root.AddCommand(p.local(), p.supervisor(), p.scheduler(), p.worker(), p.web(),
			p.node(), p.task(), p.session(), p.storage(), p.top(), p.events(), p.yarn(), p.config(), p.version(), p.completion(root))
	}
	root.Version = version.Version
	root.SetVersionTemplate("mars {{.Version}}\n")
	root.Use = name + strings.TrimPrefix(root.Use, firstWord(root.Use))
	root.SilenceErrors, root.SilenceUsage = true, true
	root.CompletionOptions.DisableDefaultCmd = true
	root.SetOut(p.std.out)
	root.SetErr(p.std.err)
	root.SetIn(p.std.in)
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		return usageError{flagError(c, err)}
	})
	root.PersistentPreRunE = func(*cobra.Command, []string) error { return p.resolve() }
	return root
}

// configFlags are the flags for settings as a whole, and those that every command has. Commands that run for
// long have the short ones.
func (p *program) configFlags(c *cobra.Command, short bool) {
	f := c.Flags()
	var one, two string
	if short {
		one, two = "f", "c"
	}
	f.StringVarP(&p.file, "config-file", one, "", "settings from a `file`: YAML or JSON, see mars config show --defaults")
	f.StringVarP(&p.text, "config", two, "", "settings as YAML or JSON `text`, or the name of a file with them; goes before --config-file")
	p.set.flag(f, "log.level", "log-level", "")
	p.set.flag(f, "log.format", "log-format", "")
	p.set.flag(f, "log.conf", "log-conf", "")
	p.set.flag(f, "node.pprof", "pprof", "")
}

func firstWord(s string) string { w, _, _ := strings.Cut(s, " "); return w }

// resolve reads the settings.
func (p *program) resolve() error {
	files, err := p.files()
	if err != nil {
		return err
	}
	if err := p.set.Strangers(os.Environ(), "MARS_", elsewhere...); err != nil {
		return usageError{err}
	}
	if err := p.set.Resolve(files, os.LookupEnv); err != nil {
		return usageError{err}
	}
	return nil
}

// files are the configuration: one file, then what --config says.
func (p *program) files() (out []conf.File, err error) {
	read := func(name string) error {
		b, err := os.ReadFile(name)
		if err != nil {
			return usage("the configuration: %w", err)
		}
		out = append(out, conf.File{Name: name, Text: b})
		return nil
	}
	named := p.text != "" && !inline(p.text)
	switch {
	case p.file != "":
		err = read(p.file)
	case !named:
		for _, name := range usualFiles() {
			if _, gone := os.Stat(name); gone == nil {
				err = read(name)
				break
			}
		}
	}
	switch {
	case err != nil:
	case named:
		err = read(p.text)
	case p.text != "":
		out = append(out, conf.File{Name: "--config", Text: []byte(p.text)})
	}
	return out, err
}

// inline says whether the text of --config is settings themselves: it is no file, and has what settings need.
func inline(text string) bool {
	if _, err := os.Stat(text); err == nil {
		return false
	}
	return strings.ContainsAny(text, ":{\n")
}

// usualFiles are where settings are looked for when nobody says; the first that is there counts.
func usualFiles() []string {
	out := []string{"mars.yaml"}
	if d, err := os.UserConfigDir(); err == nil {
		out = append(out, d+"/mars/mars.yaml")
	}
	return append(out, "/etc/mars/mars.yaml")
}

// logger makes the logger of a process that runs for long, and makes it the default one.
func (p *program) logger() (*slog.Logger, io.Closer, error) {
	o := logging.Options{Level: p.set.log.level, Format: p.set.log.format, Conf: p.set.log.conf, Out: p.std.err}
	log, _, closing, err := logging.New(o)
	if err != nil {
		return nil, nil, usageError{err}
	}
	slog.SetDefault(log)
	return log, closing, nil
}

// open is what every process of a cluster begins with: its log, and its profiles where they are asked for.
// done closes both.
func (p *program) open() (log *slog.Logger, done func(), err error) {
	log, closing, err := p.logger()
	if err != nil {
		return nil, nil, err
	}
	profiles, err := p.profiles(log)
	if err != nil {
		_ = closing.Close()
		return nil, nil, err
	}
	return log, func() { _, _ = profiles.Close(), closing.Close() }, nil
}

// flagError adds the nearest flag to the message about one that is not there.
func flagError(c *cobra.Command, err error) error {
	name, ok := strings.CutPrefix(err.Error(), "unknown flag: --")
	if !ok {
		return err
	}
	var names []string
	for _, n := range flagNames(c) {
		names = append(names, "--"+n)
	}
	return usage("unknown flag --%s%s", name, conf.Suggest("--"+name, names))
}
