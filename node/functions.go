package node

import (
	"cmp"
	"context"
	"log/slog"
	"os/exec"
	"regexp"
	"strings"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/worker"
	"github.com/mars-project/mars-go/worker/functions"
)

// Modes of FunctionsConfig.
const (
	FunctionsAuto = "auto" // where there is an interpreter for them
	FunctionsOn   = "on"   // it is an error if there is none
	FunctionsOff  = "off"
)

// FunctionsConfig says whether workers call functions of users. The zero value: they do not.
type FunctionsConfig struct {
	// Mode is one of the modes; empty means off.
	Mode string
	// Python is the interpreter. The default is python3. "3.11=PATH" is one whose version is known, and that
	// has what functions need: it is not asked.
	Python string
	// Packages says that packages are installed for environments that name some.
	Packages bool
	// Ports are those that functions get which run at the same time. The default is that of package worker.
	Ports worker.PortRange
	// Waiting is how many functions of a worker may wait for values at a time. The default is that of package
	// worker.
	Waiting int
}

// A seeking is an interpreter that is being looked at.
type seeking struct {
	known chan struct{}
	f     worker.Functions
	of    FunctionsConfig
	err   error
}

// seek begins to look at the interpreter.
func (c FunctionsConfig) seek(ctx context.Context, log *slog.Logger) *seeking {
	s := &seeking{known: make(chan struct{}), of: c}
	if c.Mode == FunctionsOff || c.Mode == "" {
		s.f.Off = c.Mode == FunctionsOff
		if c.Mode != "" {
			s.f.Why = "--functions=off"
		}
		close(s.known)
		return s
	}
	version, path, ok := strings.Cut(c.Python, "=")
	if !ok || !versionText.MatchString(version) {
		version, path = "", cmp.Or(c.Python, "python3")
	}
	if _, err := exec.LookPath(path); err == nil && version != "" {
		s.f = worker.Functions{Python: path, Version: version}
		close(s.known)
		return s
	}
	go func() {
		defer close(s.known)
		a, err := functions.Probe(ctx, path)
		switch {
		case err == nil:
			s.f = worker.Functions{Python: a.Executable, Version: a.Python}
		case c.Mode == FunctionsOn:
			s.err = errs.Wrap(errs.Invalid, err, "--functions=on")
		default:
			s.f.Why = err.Error()
			log.Info("no functions of users run here; see --python", "why", err)
		}
	}()
	return s
}

// versionText is a version of an interpreter, before its path.
var versionText = regexp.MustCompile(`^3\.[0-9]{1,3}$`)

// found is what was seen. Invalid: functions are on, and there is no interpreter for them.
func (s *seeking) found() (worker.Functions, error) {
	<-s.known
	s.f.Packages, s.f.Ports, s.f.Waiting = s.of.Packages, s.of.Ports, s.of.Waiting
	return s.f, s.err
}
