// Command wasm calls a WebAssembly module that is written in Go, on a cluster in this process.
//
//	GOOS=wasip1 GOARCH=wasm go build -buildmode=c-shared -o guest.wasm ./examples/wasm/guest
//	go run ./examples/wasm guest.wasm
//
// kit.txt is a module that is written by hand.
//
// Floor 9.
package main

import (
	"context"
	"fmt"
	"os"
	"time"

	mars "github.com/mars-project/mars-go"
	"github.com/mars-project/mars-go/remote"
	"github.com/mars-project/mars-go/tensor"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: wasm MODULE")
		os.Exit(2)
	}
	if err := run(context.Background(), os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "wasm:", err)
		os.Exit(1)
	}
}

// run smooths a tensor by the module in a file.
func run(ctx context.Context, name string) (err error) {
	code, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	s, err := mars.Local(ctx)
	if err != nil {
		return err
	}
	defer func() {
		if e := s.Close(); err == nil {
			err = e
		}
	}()
	smooth, err := remote.WasmFunc[[]float64](code, "smooth", remote.WasmOptions{Memory: 64 << 20, Timeout: time.Minute})
	if err != nil {
		return err
	}
	steps := tensor.Array([]float64{0, 0, 0, 3, 3, 3})
	v := smooth.Call(smooth.Call(steps, 1), 1)
	if err := s.Execute(ctx, v); err != nil {
		return err
	}
	got, err := v.Fetch(ctx)
	if err != nil {
		return err
	}
	fmt.Printf("%.3f\n", got)
	return nil
}
