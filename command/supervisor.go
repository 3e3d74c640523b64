package command

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/mars-project/mars-go/internal/conf"
	"github.com/mars-project/mars-go/internal/loopback"
	"github.com/mars-project/mars-go/internal/version"
	"github.com/mars-project/mars-go/node"
	_ "github.com/mars-project/mars-go/ops" // links all operators
	"github.com/mars-project/mars-go/web"
)

func (p *program) supervisor() *cobra.Command {
	c := &cobra.Command{
		Use: "supervisor", Short: "Run a supervisor with its web port", Args: noArgs,
		Example: "  mars supervisor -H 10.0.0.1 -p 7001 -w 7005\n  mars supervisor -e 10.0.0.1:7001 -w 7005 -f mars.yaml",
		RunE:    func(c *cobra.Command, _ []string) error { return p.runSupervisor(c.Context(), true) },
	}
	p.set.listenFlags(c)
	p.set.webFlags(c, "web-port", "w")
	p.supervisorFlags(c)
	return c
}

func (p *program) scheduler() *cobra.Command {
	c := &cobra.Command{
		Use: "scheduler", Short: "Run a supervisor whose web port is that of mars web", Args: noArgs,
		Example: "  mars scheduler -a 10.0.0.1 -p 7001 -s 10.0.0.1:7001,10.0.0.2:7002\n  mars scheduler -a 10.0.0.2 -p 7002 -s 10.0.0.1:7001,10.0.0.2:7002\n  mars web -p 7005 -s 10.0.0.1:7001,10.0.0.2:7002",
		RunE:    func(c *cobra.Command, _ []string) error { return p.runSupervisor(c.Context(), false) },
	}
	p.set.listenFlags(c)
	p.set.webFlags(c, "web-port", "w")
	p.supervisorFlags(c)
	return c
}

// supervisorFlags are the flags of supervisors alone.
func (p *program) supervisorFlags(c *cobra.Command) {
	f := c.Flags()
	p.set.flag(f, "supervisor.n_process", "n-process", "")
	p.set.alias(f, "supervisor.n_process", "nproc")
	p.set.flag(f, "supervisor.event_file", "event-file", "")
	p.set.historyFlags(f)
	p.set.sessionFlags(f)
	p.set.flag(f, "supervisor.suspect", "suspect", "")
	p.set.flag(f, "supervisor.silence", "silence", "")
	p.set.flag(f, "supervisor.forget", "forget", "")
	p.configFlags(c, true)
}

// historyFlags are the flags about what is kept on disk of what happened.
func (s *settings) historyFlags(f *pflag.FlagSet) {
	s.flag(f, "supervisor.event_size", "event-size", "")
	s.flag(f, "supervisor.history_dir", "history-dir", "")
	s.flag(f, "supervisor.history_limit", "history-limit", "")
	s.flag(f, "supervisor.history_size", "history-size", "")
}

// history is what is kept of tasks. A supervisor on a port that it was not told does not find it again: it
// keeps it only where somebody has said where.
func (p *program) history(port int) node.HistoryConfig {
	v := &p.set.supervisorSet
	c := node.HistoryConfig{Dir: v.historyDir, Tasks: v.history, Bytes: v.historyMax.Of(0)}
	if c.Dir == conf.Auto {
		c.Dir, c.Lenient = "", true
		if port != 0 {
			c.Dir = node.StateDir()
		}
	}
	return c
}

// runSupervisor is the life of a supervisor. The web port of a scheduler is for mars web; people do not see
// it.
func (p *program) runSupervisor(ctx context.Context, visible bool) (err error) {
	log, done, err := p.open()
	if err != nil {
		return err
	}
	defer done()
	n, err := p.network(log)
	if err != nil {
		return err
	}
	w, err := p.webConfig()
	if err != nil {
		return err
	}
	if p.set.Get("web.host").Default() && (!visible || loopback.Host(n.Host)) {
		w.Host = n.Host // who links from this machine alone is seen from it alone
	}
	if err := errors.Join(p.closedLinks(&n), p.closedWeb(&w, log)); err != nil {
		return err
	}
	files, err := p.bounds()
	if err != nil {
		return err
	}
	q := p.quotas()
	w.UserSessions = q.sessions
	s, err := node.StartSupervisor(ctx, node.SupervisorConfig{
		Network: n, Web: w, Supervisors: p.set.self.supervisors, CPUs: p.set.supervisorSet.procs,
		EventFile: p.set.supervisorSet.eventFile, EventSize: p.set.supervisorSet.eventSize.Of(0), History: p.history(n.Port), Suspect: p.set.self.suspect, Silence: p.set.self.silent, Forget: p.set.self.forget, PlanTime: p.set.self.planTime, Files: files,
		SessionTasks: q.tasks,
	})
	if err != nil {
		return err
	}
	if visible {
		p.say("Mars supervisor started at %s", s.Addr())
		p.say("Mars Web started at %s%s", s.WebAddr(), w.Prefix)
	} else {
		p.say("Mars scheduler started at %s", s.Addr())
	}
	log.Info("supervisor started", "addr", s.Addr(), "web", s.URL(), "version", version.Version, "pid", os.Getpid())
	select {
	case <-ctx.Done():
		log.Info("supervisor stops", "why", context.Cause(ctx))
	case err = <-s.Failed():
	}
	err = errors.Join(err, p.within(s.Close))
	if err != nil {
		log.Error("supervisor stopped", "addr", s.Addr(), "err", err)
	} else {
		log.Info("supervisor stopped", "addr", s.Addr())
	}
	return err
}

// say prints a line for people on stdout.
func (p *program) say(format string, args ...any) { fmt.Fprintf(p.std.out, format+"\n", args...) }

// within gives an end so much time as node.stop_timeout says.
func (p *program) within(f func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(context.Background(), max(p.set.self.stop, time.Second))
	defer cancel()
	return f(ctx)
}

// network is how the process is reached, from the settings.
func (p *program) network(log *slog.Logger) (node.Network, error) {
	x := &p.set.self
	n := node.Network{Host: x.host, Advertise: x.advertise, KeepAlive: x.keepAlive, Log: log}
	if len(x.port) > 0 && x.port[0] != "auto" {
		port, err := strconv.ParseUint(x.port[0], 10, 16)
		if err != nil {
			return n, usage("%q is not a port: 1 to 65535, or auto for one that is free", x.port[0])
		}
		n.Port = int(port)
		if len(x.port) > 1 {
			log.Info("one port is enough: the others are not used", "port", n.Port, "others", strings.Join(x.port[1:], ","))
		}
	}
	for _, a := range x.supervisors {
		if _, port, err := net.SplitHostPort(a); err != nil || port == "" {
			return n, usage("supervisor %q: want host:port, or [host]:port for an address with colons", a)
		}
	}
	secret, err := given("the secret of the cluster", x.secret, x.secretFile)
	if err != nil {
		return n, err
	}
	n.Secret = []byte(secret)
	if n.TLS, err = node.LoadTLS(x.cert, x.key, x.ca); err != nil {
		return n, usageError{err}
	}
	return n, nil
}

// webConfig is the web port, from the settings.
func (p *program) webConfig() (node.WebConfig, error) {
	x := &p.set.webSet
	w := node.WebConfig{Host: x.host, Port: x.port, Link: x.link}
	var err error
	if w.Prefix, err = web.CleanPrefix(x.prefix); err != nil {
		return w, usage("--web-prefix: %w", err)
	}
	if w.Token, err = given("the token", x.token, x.tokenFile); err != nil {
		return w, err
	}
	if w.Users, err = users(x.usersFile); err != nil {
		return w, err
	}
	if w.TLS, err = node.LoadTLS(x.cert, x.key, ""); err != nil {
		return w, usageError{err}
	}
	return w, nil
}

// given is a secret from its setting, or from the file that another one names: what stands on a command line
// everybody on the machine can read.
func given(what, value, file string) (string, error) {
	if file == "" {
		return value, nil
	}
	b, err := os.ReadFile(file)
	if err != nil {
		return "", usage("%s: %w", what, err)
	}
	if value = strings.TrimSpace(string(b)); value == "" {
		return "", usage("%s: %s is empty", what, file)
	}
	return value, nil
}
