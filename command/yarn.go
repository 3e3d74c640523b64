package command

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/internal/size"
	"github.com/mars-project/mars-go/internal/version"
	"github.com/mars-project/mars-go/internal/yarn"
)

// A yarnPlan are the flags of a cluster on YARN.
type yarnPlan struct {
	rm, user  string
	wait      bool
	cluster   yarn.Cluster
	supervise string // memory of a supervisor
	work      string // and of a worker
}

// yarnLook is how often it is looked whether a service has come to what it should be.
const yarnLook = 500 * time.Millisecond

func (p *program) yarn() *cobra.Command {
	file := p.yarnPlanned(&cobra.Command{
		Use: "file NAME", Short: "Print the Yarnfile of a cluster, with its token and its secret", Args: oneArg("NAME"),
		Example: "  mars yarn file mars-a --binary hdfs:///apps/mars.tgz --workers 4 > Yarnfile",
	}, p.yarnFile)
	start := p.yarnPlanned(&cobra.Command{
		Use: "start NAME", Short: "Start a cluster, wait until its workers are there, and print its address and token", Args: oneArg("NAME"),
		Example: "  mars yarn start mars-a --rm http://rm:8088 --binary hdfs:///apps/mars.tgz --workers 4 --worker-memory 8g",
	}, p.yarnStart)
	status := p.yarnAsking(&cobra.Command{
		Use: "status NAME", Short: "Show what becomes of a cluster", Args: oneArg("NAME"), Example: "  mars yarn status mars-a --rm http://rm:8088",
	}, false, p.yarnStatus)
	flex := p.yarnAsking(&cobra.Command{
		Use: "flex NAME N", Short: "Have N workers run", Args: twoArgs("NAME", "N"), Example: "  mars yarn flex mars-a 8 --rm http://rm:8088",
		Long: "More workers begin; of fewer YARN ends those that came last, at once. What only these had is made again, but for uploads of one copy.",
	}, true, p.yarnFlex)
	stop := p.yarnAsking(&cobra.Command{
		Use: "stop NAME", Short: "End a cluster and forget it", Args: oneArg("NAME"), Example: "  mars yarn stop mars-a --rm http://rm:8088",
	}, false, p.yarnStop)
	return group("yarn", "A cluster as a service of Hadoop YARN", file, start, status, flex, stop)
}

// twoArgs wants two arguments.
func twoArgs(a, b string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) != 2 {
			return usage("%s wants %s and %s, and got %d arguments", c.CommandPath(), a, b, len(args))
		}
		return nil
	}
}

// yarnAsking makes a command that asks a resource manager; waits says that it may wait for containers.
func (p *program) yarnAsking(c *cobra.Command, waits bool, f func(context.Context, *yarn.Client, *yarnPlan, []string) error) *cobra.Command {
	o := &yarnPlan{}
	c.RunE = func(c *cobra.Command, args []string) error {
		y, err := yarn.NewClient(o.rm, o.user, &http.Client{Timeout: time.Minute})
		if err != nil {
			return usageError{err}
		}
		return f(c.Context(), y, o, args)
	}
	p.yarnFlags(c, o, waits)
	return c
}

func (p *program) yarnFlags(c *cobra.Command, o *yarnPlan, waits bool) {
	f := c.Flags()
	f.SortFlags = false
	f.StringVar(&o.rm, "rm", "http://localhost:8088", "web address of the resource manager, `url`")
	f.StringVar(&o.user, "user", os.Getenv("USER"), "`name` that YARN knows the user by, where there is no Kerberos")
	if waits {
		f.BoolVar(&o.wait, "wait", true, "wait until the containers are ready")
	}
	p.outputFlags(c)
	p.configFlags(c, false)
}

// yarnPlanned makes a command that plans a cluster.
func (p *program) yarnPlanned(c *cobra.Command, f func(context.Context, *yarnPlan) error) *cobra.Command {
	o := &yarnPlan{}
	x := &o.cluster
	c.RunE = func(c *cobra.Command, args []string) (err error) {
		x.Name, x.Version = args[0], version.Version
		for _, m := range []struct {
			text string
			to   *int64
		}{{o.supervise, &x.SupervisorMemory}, {o.work, &x.WorkerMemory}} {
			s, err := size.Parse(m.text)
			if err != nil || s.Bytes == 0 {
				return usage("%q is no size in bytes: write 4g", m.text)
			}
			*m.to = s.Bytes
		}
		if x.Token == "" {
			x.Token = rand.Text()
		}
		x.Secret = rand.Text()
		return f(c.Context(), o)
	}
	fl := c.Flags()
	fl.SortFlags = false
	fl.StringVar(&x.Binary, "binary", "", "`uri` of a tarball, where YARN reads it, that has the binary mars at its root")
	fl.IntVar(&x.Workers, "workers", 1, "how many workers")
	fl.IntVar(&x.WorkerCPUs, "worker-cpu", 1, "cores of a worker")
	fl.StringVar(&o.work, "worker-memory", "4g", "memory of a worker")
	fl.IntVar(&x.SupervisorCPUs, "supervisor-cpu", 1, "cores of the supervisor")
	fl.StringVar(&o.supervise, "supervisor-memory", "2g", "memory of the supervisor")
	fl.IntVar(&x.Port, "port", 7103, "link port of the supervisor, on whichever machine it runs")
	fl.IntVar(&x.WebPort, "web-port", 7104, "web port of the supervisor")
	fl.StringVar(&x.Queue, "queue", "default", "`name` of YARN's queue")
	fl.Int64Var(&x.Lifetime, "lifetime", 0, "`seconds` after which YARN ends it; 0: never")
	fl.StringVar(&x.Token, "token", "", "`token` that clients must show; one is drawn where none is given")
	fl.StringToStringVar(&x.Env, "env", nil, "environment of all processes, `NAME=VALUE`")
	p.yarnFlags(c, o, true)
	return c
}

func (p *program) yarnFile(_ context.Context, o *yarnPlan) error {
	s, err := o.cluster.Service()
	if err != nil {
		return usageError{err}
	}
	e := json.NewEncoder(p.std.out)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(s)
}

func (p *program) yarnStart(ctx context.Context, o *yarnPlan) error {
	s, err := o.cluster.Service()
	if err != nil {
		return usageError{err}
	}
	c, err := yarn.NewClient(o.rm, o.user, &http.Client{Timeout: time.Minute})
	if err != nil {
		return usageError{err}
	}
	if err := c.Create(ctx, s); err != nil {
		return err
	}
	if !o.wait {
		p.say("%s is started; mars yarn status %s tells when it is there; its token is %s", s.Name, s.Name, o.cluster.Token)
		return nil
	}
	found, err := p.yarnReady(ctx, c, s.Name, o.cluster.Workers)
	if err != nil {
		return err
	}
	web, err := found.Web()
	if err != nil {
		return err
	}
	return p.show(map[string]string{"name": s.Name, "web": web, "token": o.cluster.Token}, fields{{"name", s.Name}, {"web", web}, {"token", o.cluster.Token}})
}

// yarnReady waits until a service has its supervisor and so many workers ready. Unavailable: it has ended.
func (p *program) yarnReady(ctx context.Context, c *yarn.Client, name string, workers int) (*yarn.Service, error) {
	for {
		s, err := c.Get(ctx, name)
		if err != nil {
			return nil, err
		}
		boss, _ := s.Ready(yarn.Supervisor)
		hands, want := s.Ready(yarn.Worker)
		if boss == 1 && hands == workers && want == workers {
			return s, nil
		}
		switch s.State {
		case "FAILED", "STOPPED", "SUCCEEDED":
			return nil, errs.New(errs.Unavailable, "service %s is %s; why is in the log of application %s: yarn logs -applicationId %s",
				name, strings.ToLower(s.State), s.ID, s.ID)
		}
		if !p.pause(ctx, yarnLook) {
			return nil, errs.Wrap(errs.Canceled, ctx.Err(), "service %s: %d of %d workers are ready", name, hands, workers)
		}
	}
}

func (p *program) yarnStatus(ctx context.Context, c *yarn.Client, _ *yarnPlan, args []string) error {
	s, err := c.Get(ctx, args[0])
	if err != nil {
		return err
	}
	f := fields{{"name", s.Name}, {"state", s.State}, {"application", s.ID}}
	for _, name := range []string{yarn.Supervisor, yarn.Worker} {
		ready, want := s.Ready(name)
		f = append(f, [2]string{name, fmt.Sprintf("%d of %d ready", ready, want)})
	}
	if web, err := s.Web(); err == nil {
		f = append(f, [2]string{"web", web})
	}
	for i := range s.Components { // secrets are for who starts it
		s.Components[i].Configuration = nil
	}
	return p.show(s, f)
}

func (p *program) yarnFlex(ctx context.Context, c *yarn.Client, o *yarnPlan, args []string) error {
	n, err := strconv.Atoi(args[1])
	if err != nil || n < 0 {
		return usage("%q is no number of workers", args[1])
	}
	if err := c.Flex(ctx, args[0], yarn.Worker, n); err != nil || !o.wait {
		return err
	}
	_, err = p.yarnReady(ctx, c, args[0], n)
	return err
}

func (p *program) yarnStop(ctx context.Context, c *yarn.Client, _ *yarnPlan, args []string) error {
	if err := c.Stop(ctx, args[0]); err != nil && !errs.Is(err, errs.Invalid) { // it may have ended by itself
		return err
	}
	return c.Delete(ctx, args[0])
}
