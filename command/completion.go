package command

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/mars-project/mars-go/internal/conf"
)

var shells = []string{"bash", "zsh", "fish", "powershell"}

func (p *program) completion(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use: "completion " + strings.Join(shells, "|"), Short: "Print a script that completes commands in a shell", ValidArgs: shells,
		Example: "  source <(mars completion bash)\n  mars completion fish > ~/.config/fish/completions/mars.fish",
		Args:    oneArg("shell"),
		RunE: func(_ *cobra.Command, args []string) error {
			switch args[0] {
			case "bash":
				return root.GenBashCompletionV2(p.std.out, true)
			case "zsh":
				return root.GenZshCompletion(p.std.out)
			case "fish":
				return root.GenFishCompletion(p.std.out, true)
			case "powershell":
				return root.GenPowerShellCompletionWithDesc(p.std.out)
			}
			return usage("no completion for %q: %s%s", args[0], strings.Join(shells, ", "), conf.Suggest(args[0], shells))
		},
	}
}
