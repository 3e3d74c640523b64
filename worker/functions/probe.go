package functions

import (
	"context"
	"encoding/json"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"github.com/mars-project/mars-go/errs"
)

// probeTime is how long an interpreter may take to say what it is.
const probeTime = 20 * time.Second

// oldest is the least minor version of Python 3 that functions run in.
const oldest = 9

// probe asks an interpreter what it has, without importing any of it.
const probe = `
import json, sys
from importlib.util import find_spec
have = {name: "there" for name in ("numpy", "pandas", "cloudpickle") if find_spec(name)}
print(json.dumps({"python": "%d.%d" % sys.version_info[:2], "executable": sys.executable, "packages": have}))
`

// Probe says what an interpreter is and has. Nothing of it runs any more when Probe returns. Errors:
// Unavailable: it is not there, or functions cannot run in it; the words say what it lacks.
func Probe(ctx context.Context, python string) (a About, err error) {
	path, err := exec.LookPath(python)
	if err != nil {
		return a, errs.New(errs.Unavailable, "there is no interpreter %s", python)
	}
	ctx, cancel := context.WithTimeout(ctx, probeTime)
	defer cancel()
	c := exec.CommandContext(ctx, path, "-c", probe)
	said := &tail{}
	c.Stderr = said
	out, err := c.Output()
	if err == nil {
		err = json.Unmarshal(out, &a)
	}
	if err != nil {
		return a, errs.Wrap(errs.Unavailable, err, "%s does not say what it is: %s", python, said.last(2))
	}
	major, minor, _ := strings.Cut(a.Python, ".")
	if n, err := strconv.Atoi(minor); err != nil || major != "3" || n < oldest {
		return a, errs.New(errs.Unavailable, "%s is Python %s and functions need 3.%d or newer", python, a.Python, oldest)
	}
	var lacks []string
	for _, name := range []string{"numpy", "pandas", "cloudpickle"} {
		if a.Packages[name] == "" {
			lacks = append(lacks, name)
		}
	}
	if len(lacks) > 0 {
		return a, errs.New(errs.Unavailable, "%s has no %s", python, strings.Join(lacks, " and no "))
	}
	return a, nil
}
