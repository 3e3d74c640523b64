package command

import (
	"github.com/spf13/cobra"
)

// A configRow is a setting in JSON.
type configRow struct {
	Name    string `json:"name"`
	Value   string `json:"value"`
	Source  string `json:"source"`
	Default string `json:"default"`
	Env     string `json:"env"`
	Help    string `json:"help"`
}

func (p *program) config() *cobra.Command {
	var defaults bool
	show := &cobra.Command{
		Use: "show", Short: "Print each setting, its value and where the value comes from", Args: noArgs,
		Long: `Print each setting, its value and where the value comes from.

A setting is taken from a flag, else from the environment (MARS_SECTION_KEY), else from one file, else it is the default. The file is that of
--config-file, else the first of ./mars.yaml, ~/.config/mars/mars.yaml and /etc/mars/mars.yaml. Keys that are not known are errors.`,
		Example: "  mars config show\n  mars config show --defaults > mars.yaml\n  MARS_WORKER_N_CPU=4 mars config show --json",
		RunE: func(*cobra.Command, []string) error {
			if defaults {
				return p.set.WriteDefaults(p.std.out)
			}
			return p.configShow()
		},
	}
	show.Flags().BoolVar(&defaults, "defaults", false, "print a file with all defaults, to be edited")
	p.outputFlags(show)
	p.configFlags(show, true)
	check := &cobra.Command{
		Use: "check", Short: "Say whether the settings can be read; exit code 2 if not", Args: noArgs, Example: "  mars config check -f mars.yaml",
		RunE: func(*cobra.Command, []string) error { return nil }, // they are read before any command
	}
	p.configFlags(check, true)
	return group("config", "Settings", show, check)
}

func (p *program) configShow() error {
	rows := []configRow{}
	t := &table{head: []string{"SETTING", "VALUE", "SOURCE"}}
	for _, x := range p.set.All() {
		v := x.Value.String()
		if k := x.Value.Type(); (k == "secret" || k == "token") && v != "" {
			v = "(set)"
		}
		rows = append(rows, configRow{x.Name, v, x.Source, x.Preset(), x.Env(), x.Help})
		t.add(x.Name, v, x.Source)
	}
	return p.show(rows, t)
}
