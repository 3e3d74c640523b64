// Command mars runs clusters and asks them questions. Its help is the manual: mars help.
//
// Floor 9.
package main

import "github.com/mars-project/mars-go/command"

func main() { command.Main() }
