// Package command is the program mars, which runs clusters and asks them questions. Its help is the manual.
//
// Under the names mars-supervisor, mars-scheduler, mars-worker and mars-web it is the command of that name.
//
// Floor 8.
package command

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/internal/host"
)

// Exit codes.
const (
	exitOK          = 0
	exitFailed      = 1
	exitUsage       = 2
	exitNotFound    = 3
	exitInterrupted = 130
)

// Main is the program: it reads the command line, and ends the process with the exit code.
func Main() {
	host.RelaxGC()
	ctx, end := interrupts()
	go host.RelaxHeap(ctx, time.Second)
	code := run(ctx, os.Args, streams{os.Stdin, os.Stdout, os.Stderr})
	end()
	os.Exit(code)
}

// errInterrupted is the cause of the context's end when a person pressed Ctrl-C.
var errInterrupted = errors.New("interrupted")

// errTerminated is the cause when the system asked the process to end.
var errTerminated = errors.New("terminated")

// interrupts makes a context that ends with the first SIGINT or SIGTERM; the second one ends the process at
// once.
func interrupts() (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(context.Background())
	c := make(chan os.Signal, 2)
	signal.Notify(c, os.Interrupt, syscall.SIGTERM)
	go func() {
		if <-c == os.Interrupt {
			cancel(errInterrupted)
		} else {
			cancel(errTerminated)
		}
		<-c
		os.Exit(exitInterrupted)
	}()
	return ctx, func() { signal.Stop(c) }
}

// run is the program.
func run(ctx context.Context, args []string, std streams) int {
	p := newProgram(std)
	root := p.root(strings.TrimSuffix(filepath.Base(args[0]), ".exe"))
	root.SetArgs(args[1:])
	asked, err := root.ExecuteContextC(ctx)
	if err == nil {
		if errors.Is(context.Cause(ctx), errInterrupted) {
			return exitInterrupted
		}
		return exitOK
	}
	if errors.Is(context.Cause(ctx), errInterrupted) && (errs.Is(err, errs.Canceled) || errors.Is(err, context.Canceled)) {
		return exitInterrupted
	}
	code := exitOf(err)
	fmt.Fprintln(std.err, "mars:", err)
	if code == exitUsage {
		fmt.Fprintf(std.err, "Run '%s --help' for usage.\n", asked.CommandPath())
	}
	return code
}

// A usageError is a mistake on the command line.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

func usage(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

func exitOf(err error) int {
	var u usageError
	var x exitError
	switch {
	case errors.As(err, &x) && x.code > 0:
		return x.code
	case errors.As(err, &u):
		return exitUsage
	case errs.Is(err, errs.NotFound):
		return exitNotFound
	}
	return exitFailed
}
