package command

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/mars-project/mars-go/internal/loopback"
	"github.com/mars-project/mars-go/internal/version"
	"github.com/mars-project/mars-go/node"
)

func (p *program) local() *cobra.Command {
	var pipe, ready bool
	c := &cobra.Command{
		Use: "local [-- SCRIPT ARGS...]", Short: "Run a cluster in this process, alone or for a script",
		Long: `Run a cluster in this process, alone or for a script.

A token is drawn unless one is given. Programs of the same user on this machine find it by themselves; a browser gets it by the link that is printed.

A script is run with MARS_CLIENT_SERVER and MARS_CLIENT_TOKEN set; when it ends, so does the cluster, with the script's exit code. A script whose
name ends in .py is run by python3.`,
		Example: "  mars local\n  mars local -w 4 --n-cpu 8 --port 7005\n  mars local -w 4 -- script.py --input data.csv",
		RunE: func(c *cobra.Command, args []string) error {
			if c.ArgsLenAtDash() < 0 && len(args) > 0 {
				args = append([]string{}, args...) // "mars local script.py" means the same
			}
			return p.runLocal(c.Context(), args, pipe, ready || pipe)
		},
	}
	f := c.Flags()
	f.SortFlags = false
	f.SetInterspersed(false)
	p.set.flag(f, "local.workers", "workers", "w")
	p.set.alias(f, "local.workers", "n-worker", "n-workers")
	p.set.flag(f, "web.port", "port", "p")
	p.set.flag(f, "web.host", "host", "H")
	p.set.flag(f, "web.prefix", "web-prefix", "")
	p.set.flag(f, "web.token", "web-token", "")
	p.set.flag(f, "web.token_file", "web-token-file", "")
	p.set.securityFlags(c)
	p.set.workerFlags(c)
	p.set.flag(f, "supervisor.event_file", "event-file", "")
	p.set.historyFlags(f)
	p.set.sessionFlags(f)
	f.BoolVar(&ready, "json-ready", false, "print one line of JSON when ready: url, token, pid")
	f.BoolVar(&pipe, "parent-pipe", false, "the same, and end when standard input is closed")
	p.configFlags(c, true)
	return c
}

// A readyRow is what programs that start mars local read.
type readyRow struct {
	URL     string `json:"url"`
	Token   string `json:"token"`
	PID     int    `json:"pid"`
	Version string `json:"version"`
}

// runLocal is the life of a cluster in this process.
func (p *program) runLocal(ctx context.Context, args []string, pipe, ready bool) (err error) {
	log, done, err := p.open()
	if err != nil {
		return err
	}
	defer done()
	if err := p.notes(log); err != nil {
		return err
	}
	w, err := p.webConfig()
	if err != nil {
		return err
	}
	if p.set.Get("web.host").Default() {
		w.Host = "127.0.0.1" // for this machine alone unless told otherwise
	}
	if w.Token == "" {
		w.Token = rand.Text() // other users of this machine, and pages in a browser, have no business here
	}
	if err := p.closedWeb(&w, log); err != nil {
		return err
	}
	files, err := p.bounds()
	if err != nil {
		return err
	}
	functions, err := p.functions()
	if err != nil {
		return err
	}
	if functions.Packages, err = p.packages(pipe); err != nil {
		return err
	}
	labels, err := p.labels()
	if err != nil {
		return err
	}
	q := p.quotas()
	w.UserSessions = q.sessions
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	if pipe {
		go func() {
			_, _ = io.Copy(io.Discard, p.std.in)
			cancel(errParent)
		}()
	}
	l, err := node.StartLocal(ctx, node.LocalConfig{
		Limits: p.limits(), Workers: p.set.localSet.workers, Web: w, SpillDirs: p.set.workerSet.spillDirs, EventFile: p.set.supervisorSet.eventFile, EventSize: p.set.supervisorSet.eventSize.Of(0), History: p.history(0), Files: files, Log: log,
		SessionTasks: q.tasks, Functions: functions, Labels: labels,
	})
	if err != nil {
		return err
	}
	if forget, e := loopback.WriteToken(l.Port(), w.Token); e != nil {
		log.Warn("other programs of this user have to be told the token", "why", e)
	} else {
		defer func() { err = errors.Join(err, forget()) }()
	}
	switch {
	case ready:
		if err := json.NewEncoder(p.std.out).Encode(readyRow{l.URL(), w.Token, os.Getpid(), version.Version}); err != nil {
			return errors.Join(err, p.within(l.Close))
		}
	case len(args) > 0:
		fmt.Fprintf(p.std.err, "Mars Web started at %s%s\n", l.WebAddr(), w.Prefix) // stdout is the script's
	default:
		p.say("Mars Web started at %s%s", l.WebAddr(), w.Prefix)
		p.say("Open %s/login?token=%s", l.URL(), w.Token)
	}
	if len(args) > 0 {
		err = p.script(ctx, args, l.URL(), w.Token)
	} else {
		select {
		case <-ctx.Done():
		case err = <-l.Failed():
		}
	}
	return errors.Join(err, p.within(l.Close))
}

// errParent is the cause when the program that started this one has ended, or wants no more.
var errParent = errors.New("standard input was closed")

// script runs a program against the cluster, passes signals on, and has its exit code.
func (p *program) script(ctx context.Context, args []string, url, token string) error {
	if n := len(args[0]); n > 3 && args[0][n-3:] == ".py" {
		args = append([]string{"python3"}, args...)
	}
	c := exec.CommandContext(ctx, args[0], args[1:]...)
	c.Stdin, c.Stdout, c.Stderr = p.std.in, p.std.out, p.std.err
	c.Env = append(os.Environ(), "MARS_CLIENT_SERVER="+url, "MARS_CLIENT_TOKEN="+token)
	c.Cancel = func() error { return c.Process.Signal(syscall.SIGTERM) }
	c.WaitDelay = p.set.self.stop
	err := c.Run()
	var x *exec.ExitError
	if errors.As(err, &x) {
		return exitError{x.ExitCode()}
	}
	return err
}

// An exitError is the exit code of a script.
type exitError struct{ code int }

func (e exitError) Error() string { return fmt.Sprintf("the script ended with exit code %d", e.code) }
