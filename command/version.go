package command

import (
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/mars-project/mars-go/internal/version"
)

// A versionRow is what mars version says, in JSON.
type versionRow struct {
	Version  string `json:"version"`
	Revision string `json:"revision"`
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

func (p *program) version() *cobra.Command {
	c := &cobra.Command{Use: "version", Short: "Print the version", Args: noArgs, Example: "  mars version --json", RunE: func(*cobra.Command, []string) error {
		r := versionRow{version.Version, "", runtime.Version(), runtime.GOOS + "/" + runtime.GOARCH}
		if b, ok := debug.ReadBuildInfo(); ok {
			for _, s := range b.Settings {
				if s.Key == "vcs.revision" {
					r.Revision = s.Value
				}
			}
		}
		return p.show(r, lines{"mars " + r.Version + " " + r.Go + " " + r.Platform})
	}}
	p.outputFlags(c)
	return c
}
