package command

import (
	"bufio"
	"cmp"
	"fmt"
	"log/slog"
	"os"
	"strings"

	"github.com/mars-project/mars-go/internal/loopback"
	"github.com/mars-project/mars-go/internal/size"
	"github.com/mars-project/mars-go/node"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/worker"
)

// Modes of security. docs/security.md tells what each promises.
const (
	openMode   = "open"   // command lines of the documentation work as they are
	strictMode = "strict" // what is not safe on a network that others use is refused
)

// strict says whether settings that leave something open are errors.
func (p *program) strict() (bool, error) {
	switch p.set.security.mode {
	case openMode:
		return false, nil
	case strictMode:
		return true, nil
	}
	return false, usage("--security %q: want open or strict", p.set.security.mode)
}

// bounds are the files that programs may read and write; nil: all of them.
func (p *program) bounds() (*op.Bounds, error) {
	x := &p.set.security
	strict, err := p.strict()
	if err != nil || !strict && len(x.roots) == 0 && len(x.urls) == 0 {
		return nil, err
	}
	return &op.Bounds{Roots: x.roots, AnyFile: !strict && len(x.roots) == 0, URLs: x.urls, AnyURL: !strict && len(x.urls) == 0}, nil
}

// functions says whether and where functions of users run. They read every file that the worker may: where
// files are bounded nobody runs them who was not told to.
func (p *program) functions() (node.FunctionsConfig, error) {
	c := node.FunctionsConfig{Mode: p.set.security.functions, Python: p.set.workerSet.python, Waiting: p.set.workerSet.waiting}
	files, err := p.bounds()
	if err == nil {
		c.Ports, err = p.ports()
	}
	switch {
	case err != nil:
	case c.Mode == node.FunctionsAuto && files != nil:
		c.Mode = node.FunctionsOff
	case c.Mode != node.FunctionsAuto && c.Mode != node.FunctionsOn && c.Mode != node.FunctionsOff:
		err = usage("--functions %q: want auto, on or off", c.Mode)
	}
	return c, err
}

// packages says whether packages are installed for environments of functions, in a cluster that a program has
// started for its own, or in another.
func (p *program) packages(own bool) (bool, error) {
	switch mode := p.set.workerSet.packages; mode {
	case node.FunctionsOn, node.FunctionsOff:
		return mode == node.FunctionsOn, nil
	case node.FunctionsAuto:
		return own, nil
	default:
		return false, usage("--functions-packages %q: want auto, on or off", mode)
	}
}

// ports are those that functions get which run at the same time.
func (p *program) ports() (r worker.PortRange, err error) {
	text := p.set.workerSet.ports
	if text == "" {
		return worker.DefaultPorts, nil
	}
	if n, e := fmt.Sscanf(text+"$", "%d-%d$", &r.From, &r.To); n != 2 || e != nil || r.From < 1 || r.To < r.From || r.To > 65535 {
		return r, usage("--functions-ports %q: want FROM-TO, such as %s", text, worker.DefaultPorts)
	}
	return r, nil
}

// noFunctions says why a web port refuses functions of users; empty: it does not.
func (p *program) noFunctions(asks bool) (string, error) {
	c, err := p.functions()
	switch {
	case err != nil:
		return "", err
	case c.Mode == node.FunctionsAuto && !asks:
		return "--functions=auto, and it asks nobody who they are; give it a token (--web-token-file), or say --functions=on", nil
	case c.Mode == node.FunctionsOff && p.set.security.functions == node.FunctionsAuto:
		return "--functions=auto, and the files of programs are bounded, which functions would not be; say --functions=on", nil
	case c.Mode == node.FunctionsOff:
		return "--functions=off", nil
	}
	return "", nil
}

// quotas are what one session, and one user, may take. In strict mode nobody takes all.
func (p *program) quotas() (q quotas) {
	q = p.set.quota
	if p.set.security.mode != strictMode {
		return q
	}
	half := size.Size{Percent: 50}
	return quotas{cmp.Or(q.memory, half), cmp.Or(q.disk, half), cmp.Or(q.tasks, 16), cmp.Or(q.sessions, 100)}
}

// closedLinks says whether who links to this process is known. In strict mode it is an error when not.
func (p *program) closedLinks(n *node.Network) error {
	strict, err := p.strict()
	if err != nil || !strict {
		return err
	}
	n.Names = n.TLS != nil
	if n.TLS == nil && !loopback.Host(n.Host) {
		return usage("--security=strict: links that listen on %s need TLS: --node-tls-cert, --node-tls-key and --node-tls-ca, or -H 127.0.0.1", n.Host)
	}
	return nil
}

// closedWeb says the same of the web port. In open mode one that everybody may use is told of once, where
// people look: in the log and on the page.
func (p *program) closedWeb(w *node.WebConfig, log *slog.Logger) error {
	strict, err := p.strict()
	if err != nil {
		return err
	}
	outside, known := !loopback.Host(w.Host), w.Token != "" || len(w.Users) > 0
	if w.NoFunctions, err = p.noFunctions(!outside || known); err != nil {
		return err
	}
	switch {
	case strict && !known:
		return usage("--security=strict: the web port needs a token: --web-token-file or --web-users-file")
	case strict && outside && w.TLS == nil:
		return usage("--security=strict: a web port that listens on %s needs TLS: --web-tls-cert and --web-tls-key, or --web-host 127.0.0.1", w.Host)
	case outside && !known:
		w.Exposed = true
		log.Warn("this cluster asks nobody who they are: whoever reaches it may run programs, and read and write files, as this user; "+
			"see --web-token-file and --security=strict", "host", w.Host)
	}
	return nil
}

// users are the tokens of people, from a file that has a name and a token in each line.
func users(file string) (map[string]string, error) {
	if file == "" {
		return nil, nil
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, usage("the users: %w", err)
	}
	defer func() { _ = f.Close() }()
	out := map[string]string{}
	s := bufio.NewScanner(f)
	for n := 1; s.Scan(); n++ {
		line := strings.TrimSpace(s.Text())
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		words := strings.Fields(line)
		if len(words) != 2 {
			return nil, usage("the users: %s:%d: want a name and a token", file, n)
		}
		if out[words[0]] != "" {
			return nil, usage("the users: %s:%d: %s has a token already", file, n, words[0])
		}
		out[words[0]] = words[1]
	}
	if err := s.Err(); err != nil {
		return nil, usage("the users: %w", err)
	}
	if len(out) == 0 {
		return nil, usage("the users: %s names nobody", file)
	}
	return out, nil
}
