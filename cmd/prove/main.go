// Command prove runs the engine and says whether it kept a promise: the last line of stdout is one JSON
// object, the exit code is 1 when it did not.
//
//	prove digest   one answer per program, whatever workers, fusion, spilling and loss do
//	prove spill    a job larger than memory, within its bound
//	prove storm    asks with timeouts over failing links: none lost, none crossed
//	prove chaos    jobs with known answers, and what is held, while processes are killed, frozen, cut off, drained and restarted
//	prove scale    machines of one supervisor with 1,000 workers and 10^6 chunks: decisions a second, bytes, a rack that dies
//	prove ncpu     a worker of so many cores takes no more, with functions that start threads too, and the page shows it
//	prove accuracy functions against a 200-bit reference, within the bounds that they state
//	prove functions   those of users do all that they should not, among jobs of known answers, while workers are killed
//	prove audit    the traits of operators; skips, unfinished work, long files, packages without doc, operators by coverage
//
// Floor 9.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"
)

// A proof runs with its arguments and returns what is to be printed, and whether the promise was kept.
type proof func(ctx context.Context, f *flag.FlagSet, args []string) (result any, kept bool, err error)

var proofs = map[string]proof{"digest": digest, "spill": spill, "storm": storm, "chaos": chaos, "scale": scale, "ncpu": ncpu, "accuracy": accurate, "functions": functions, "audit": audit}

func main() {
	if len(os.Args) < 2 || proofs[os.Args[1]] == nil {
		fmt.Fprintln(os.Stderr, "usage: prove digest|spill|storm|chaos|scale|ncpu|accuracy|functions|audit [flags]")
		os.Exit(2)
	}
	f := flag.NewFlagSet("prove "+os.Args[1], flag.ExitOnError)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM) // what was made of networks and files is taken away
	defer stop()
	result, kept, err := proofs[os.Args[1]](ctx, f, os.Args[2:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "prove:", err)
		os.Exit(1)
	}
	line, err := json.Marshal(result)
	if err != nil {
		fmt.Fprintln(os.Stderr, "prove:", err)
		os.Exit(1)
	}
	fmt.Println(string(line))
	if !kept {
		os.Exit(1)
	}
}
