package conf

import (
	"slices"
	"strings"

	"github.com/mars-project/mars-go/errs"
)

// A Setting is one thing that can be set.
type Setting struct {
	Name   string // section and key: "worker.n_cpu"
	Help   string // one sentence
	Value  Value
	Source string  // where the value came from: "default", "mars.yaml:12", "MARS_WORKER_N_CPU", "--n-cpu"
	also   []Alias // other names in the environment
	preset string  // the default
}

// An Alias is another name of a setting in the environment. What Read makes of the text is the setting's;
// nothing leaves it as it is.
type Alias struct {
	Name string
	Read func(text string) (string, error)
}

// Named is an alias whose text is that of the setting.
func Named(name string) Alias {
	return Alias{name, func(text string) (string, error) { return text, nil }}
}

// Env is the setting's name in the environment: "MARS_WORKER_N_CPU".
func (s *Setting) Env() string {
	return "MARS_" + strings.ToUpper(strings.ReplaceAll(s.Name, ".", "_"))
}

// Set takes a value from a source. Invalid: it is none; the error names the source.
func (s *Setting) Set(source, text string) error {
	if err := s.Value.Set(text); err != nil {
		return errs.Wrap(errs.Invalid, err, "%s", source)
	}
	s.Source = source
	return nil
}

// Default says whether nobody gave a value.
func (s *Setting) Default() bool { return s.Source == fromDefault }

// Preset is the default as text.
func (s *Setting) Preset() string { return s.preset }

const fromDefault = "default"

// A Set is all settings of a program, in the order they were added. The zero value is empty.
type Set struct {
	list  []*Setting
	flags []given
}

type given struct {
	s            *Setting
	source, text string
}

// Add adds a setting, whose value is now its default. It may have other names in the environment, which come
// behind its own.
func (s *Set) Add(name, help string, v Value, env ...Alias) *Setting {
	x := &Setting{Name: name, Help: help, Value: v, Source: fromDefault, also: env, preset: v.String()}
	s.list = append(s.list, x)
	return x
}

// All are the settings in order.
func (s *Set) All() []*Setting { return s.list }

// Get is a setting by name; nil when there is none.
func (s *Set) Get(name string) *Setting {
	if i := slices.IndexFunc(s.list, func(x *Setting) bool { return x.Name == name }); i >= 0 {
		return s.list[i]
	}
	return nil
}

// Give keeps what a flag said of a setting until Resolve.
func (s *Set) Give(x *Setting, flag, text string) { s.flags = append(s.flags, given{x, flag, text}) }

// A File is a configuration file, or what stands in its place.
type File struct {
	Name string // for messages
	Text []byte
}

// Resolve gives all settings their values: first what the files say in their order, then the environment,
// which lookup reads, then the flags.
// Invalid: a value that is none, a setting that is unknown; the error says where it stands.
func (s *Set) Resolve(files []File, lookup func(string) (string, bool)) error {
	for _, f := range files {
		if err := s.file(f); err != nil {
			return err
		}
	}
	for _, x := range s.list {
		if err := x.environment(lookup); err != nil {
			return err
		}
	}
	for _, g := range s.flags {
		if err := g.s.Set(g.source, g.text); err != nil {
			return err
		}
	}
	return nil
}

// unit refuses sizes without a unit: what is 4096 in a file, bytes or megabytes?
func unit(x *Setting, text string) error {
	if t := strings.TrimSpace(text); x.Value.Type() == kindSize && t != "0" && t != "" && strings.Trim(t, "0123456789.") == "" {
		return errs.New(errs.Invalid, "%q has no unit; write it as 64MiB, 4g or 80%%", text)
	}
	return nil
}
