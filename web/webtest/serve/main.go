// Command serve runs a cluster in one process with its API on a free port, for tests of clients: one line of JSON on standard output says where,
// and the end of standard input ends it.
//
// Floor 9.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"os"
	"runtime"

	"github.com/mars-project/mars-go/local"
	_ "github.com/mars-project/mars-go/ops" // links all operators
	"github.com/mars-project/mars-go/service/plane"
	"github.com/mars-project/mars-go/web"
	"github.com/mars-project/mars-go/web/ui"
)

func main() {
	workers := flag.Int("n-worker", 1, "workers")
	cpus := flag.Int("n-cpu", runtime.GOMAXPROCS(0), "slots of all workers together")
	memory := flag.Int64("memory", 2<<30, "bytes of all workers together")
	addr := flag.String("addr", "127.0.0.1:0", "where to listen")
	token := flag.String("token", "", "what clients must show")
	_ = flag.Int("port", 0, "as mars local has it; a free port is taken")
	_ = flag.Bool("parent-pipe", true, "as mars local has it; this program always ends with its standard input")
	flag.Parse()
	if err := run(*workers, *cpus, *memory, *addr, *token); err != nil {
		fmt.Fprintln(os.Stderr, "serve:", err)
		os.Exit(1)
	}
}

func run(workers, cpus int, memory int64, addr, token string) (err error) {
	ctx := context.Background()
	c, err := local.Start(ctx, local.Config{Workers: workers, Slots: max(workers, cpus), Memory: memory})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.Close(ctx)) }()
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return err
	}
	url := "http://" + l.Addr().String()
	pages, err := ui.Handler()
	if err != nil {
		return err
	}
	s, err := web.New(web.Options{UI: pages, Cluster: c, Parts: plane.NewLocal(c.Data, plane.LocalOptions{}), Token: token, URL: url, Address: l.Addr().String(), Copies: 1})
	if err != nil {
		return err
	}
	served := make(chan error, 1)
	go func() { served <- s.Serve(l) }()
	if err := json.NewEncoder(os.Stdout).Encode(map[string]any{"url": url, "token": token, "pid": os.Getpid()}); err != nil {
		return err
	}
	_, _ = io.Copy(io.Discard, os.Stdin)
	return errors.Join(s.Close(ctx), <-served)
}
