package mars

import "github.com/mars-project/mars-go/command"

// Main makes a program of yours the program mars with the functions that it registers: supervisor, worker,
// local and all else that `mars help` tells. It reads the command line, and ends the process.
//
//	var Speed = dataframe.RowFunc("acme/speed", func(r dataframe.Row) float64 { ... })
//
//	func main() {
//		if len(os.Args) > 1 && os.Args[1] != "report" {
//			mars.Main() // acme worker -s host:7001
//		}
//		report()
//	}
//
// All of a cluster may be one such program. A supervisor needs no functions, and a client only those that it
// calls: a submit that no worker could run says who lacks what.
func Main() { command.Main() }
