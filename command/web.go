package command

import (
	"context"
	"errors"
	"os"

	"github.com/spf13/cobra"

	"github.com/mars-project/mars-go/internal/version"
	"github.com/mars-project/mars-go/node"
)

func (p *program) web() *cobra.Command {
	c := &cobra.Command{
		Use: "web", Short: "Run the web port of supervisors that run elsewhere", Args: noArgs,
		Example: "  mars web -p 7005 -s 10.0.0.1:7001,10.0.0.2:7002",
		RunE:    func(c *cobra.Command, _ []string) error { return p.runWeb(c.Context()) },
	}
	f := c.Flags()
	f.SortFlags = false
	p.set.flag(f, "web.host", "host", "H")
	p.set.webFlags(c, "port", "p")
	p.set.alias(f, "web.port", "ui-port", "web-port")
	p.set.flag(f, "node.advertise", "advertise", "a")
	p.set.flag(f, "node.supervisors", "supervisors", "s")
	p.set.alias(f, "node.supervisors", "schedulers")
	for _, n := range []string{"secret", "secret_file", "tls_cert", "tls_key", "tls_ca"} {
		p.set.flag(f, "node."+n, "node-"+dashes(n), "")
	}
	p.set.flag(f, "security.mode", "security", "")
	p.configFlags(c, true)
	return c
}

// runWeb is the life of a web port.
func (p *program) runWeb(ctx context.Context) error {
	log, done, err := p.open()
	if err != nil {
		return err
	}
	defer done()
	n, err := p.network(log)
	if err != nil {
		return err
	}
	if len(p.set.self.supervisors) == 0 {
		return usage("a web port needs the address of a supervisor: -s host:port")
	}
	w, err := p.webConfig()
	if err != nil {
		return err
	}
	if p.set.Get("web.port").Default() {
		w.Port = n.Port // MARS_BIND_PORT: this process has no other port
	}
	if err := p.closedWeb(&w, log); err != nil {
		return err
	}
	f, err := node.StartFront(ctx, node.FrontConfig{Network: n, Web: w, Supervisors: p.set.self.supervisors})
	if err != nil {
		return err
	}
	p.say("Mars Web started at %s%s", f.WebAddr(), w.Prefix)
	log.Info("web started", "url", f.URL(), "version", version.Version, "pid", os.Getpid())
	select {
	case <-ctx.Done():
		log.Info("web stops", "why", context.Cause(ctx))
	case err = <-f.Failed():
	}
	return errors.Join(err, p.within(f.Close))
}
