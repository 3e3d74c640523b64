package command

import (
	"github.com/spf13/cobra"

	"github.com/mars-project/mars-go/internal/conf"
)

// noArgs refuses arguments.
func noArgs(c *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usage("%s takes no argument, and got %q", c.CommandPath(), args[0])
	}
	return nil
}

// oneArg wants one argument.
func oneArg(what string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) != 1 {
			return usage("%s wants one %s, and got %d", c.CommandPath(), what, len(args))
		}
		return nil
	}
}

// verbArgs refuses a verb that a noun does not have.
func verbArgs(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var names []string
	for _, x := range c.Commands() {
		names = append(names, x.Name())
	}
	return usage("%s has no verb %q%s", c.CommandPath(), args[0], conf.Suggest(args[0], names))
}
