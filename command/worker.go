package command

import (
	"context"
	"log/slog"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/mars-project/mars-go/internal/size"
	"github.com/mars-project/mars-go/internal/version"
	"github.com/mars-project/mars-go/node"
	"github.com/mars-project/mars-go/op"
)

func (p *program) worker() *cobra.Command {
	c := &cobra.Command{
		Use: "worker", Short: "Run a worker", Args: noArgs,
		Example: "  mars worker -H 10.0.0.2 -p 7103 -s 10.0.0.1:7001\n  mars worker -a 10.0.0.2 -s 10.0.0.1:7001,10.0.0.2:7002 --cpu-procs 4 --phy-mem 8g --spill-dir /d1:/d2",
		RunE:    func(c *cobra.Command, _ []string) error { return p.runWorker(c.Context()) },
	}
	p.set.listenFlags(c)
	p.set.workerFlags(c)
	p.configFlags(c, true)
	return c
}

// limits are what a worker may take, from the settings.
func (p *program) limits() node.Limits {
	w, q := &p.set.workerSet, p.quotas()
	return node.Limits{CPUs: w.cpus, Memory: w.memory, Cache: w.cache, Min: w.min, SessionMemory: q.memory, SessionDisk: q.disk}
}

// labels are those of workers, from the settings. What workers call by names of their own nobody else does.
func (p *program) labels() (map[string]string, error) {
	out := map[string]string{}
	for _, l := range p.set.workerSet.labels {
		k, v, ok := strings.Cut(l, "=")
		switch _, twice := out[k]; {
		case !ok || k == "" || v == "" || strings.ContainsAny(l, ": \t") || strings.Contains(v, "="):
			return nil, usage("label %q: want key=value, without blanks and colons", l)
		case k == "data" || k == "functions" || k == op.LabelPackages:
			return nil, usage("label %q: workers say %s themselves", l, k)
		case twice:
			return nil, usage("label %s is given twice", k)
		}
		out[k] = v
	}
	return out, nil
}

// notes says what is accepted and has no effect in this build. A list of GPUs that is none is an error.
func (p *program) notes(log *slog.Logger) error {
	w := &p.set.workerSet
	devices := strings.TrimSpace(w.cudaDevices)
	switch devices {
	case "", "auto", "none":
	default:
		for d := range strings.SplitSeq(devices, ",") {
			if n, err := strconv.Atoi(strings.TrimSpace(d)); err != nil || n < 0 {
				return usage("--cuda-devices %q: want numbers of GPUs such as 0,1, or auto or none", devices)
			}
		}
		log.Warn("this build has no GPU support: GPUs are not used, everything runs on CPU cores", "cuda_devices", devices)
	}
	if w.memoryDir != "" {
		log.Info("--plasma-dir is not used: this build keeps chunks in memory of its own", "dir", w.memoryDir)
	}
	return nil
}

// runWorker is the life of a worker.
func (p *program) runWorker(ctx context.Context) (err error) {
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
		return usage("a worker needs the address of a supervisor: -s host:port")
	}
	if err := p.notes(log); err != nil {
		return err
	}
	if err := p.closedLinks(&n); err != nil {
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
	if functions.Packages, err = p.packages(false); err != nil {
		return err
	}
	labels, err := p.labels()
	if err != nil {
		return err
	}
	x := &p.set.workerSet
	w, err := node.StartWorker(ctx, node.WorkerConfig{
		Network: n, Limits: p.limits(), Supervisors: p.set.self.supervisors, Transfers: x.io, SpillDirs: x.spillDirs, Files: files,
		Patience: p.set.self.patience, Functions: functions, Labels: labels,
	})
	if err != nil {
		return err
	}
	p.say("Mars worker started at %s", w.Addr())
	b := w.Budget()
	log.Info("worker started", "addr", w.Addr(), "version", version.Version, "pid", os.Getpid(),
		"memory", size.Text(b.Memory), "soft", size.Text(b.Soft), "hard", size.Text(b.Hard), "cache", size.Text(b.Cache))
	select {
	case <-ctx.Done():
		return p.end(log, w, context.Cause(ctx).Error(), nil)
	case <-w.Retired():
		return p.end(log, w, "a supervisor asks for it", nil)
	case err = <-w.Failed():
		return p.end(log, w, "", err)
	}
}

// end lets what runs finish and others take what only the worker has, and closes it.
func (p *program) end(log *slog.Logger, w *node.Worker, why string, err error) error {
	if err == nil {
		log.Info("worker stops", "why", why, "patience", p.set.self.stop.String())
		if e := p.within(w.Drain); e != nil {
			log.Warn("worker does not wait any longer for what runs, and for others to take what only it has", "err", e)
		}
	}
	if e := p.within(w.Close); err == nil {
		err = e
	}
	if err != nil {
		log.Error("worker stopped", "addr", w.Addr(), "err", err)
	} else {
		log.Info("worker stopped", "addr", w.Addr())
	}
	return err
}
