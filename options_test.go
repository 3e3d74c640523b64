package mars

import (
	"testing"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/worker"
)

func TestParseSize(t *testing.T) {
	for s, want := range map[string]int64{
		"1048576": 1 << 20, "512k": 512 << 10, "64m": 64 << 20, "4g": 4 << 30, "1.5GiB": 3 << 29,
		" 2 GB ": 2 << 30, "1TiB": 1 << 40, "0": 0,
	} {
		if got, err := ParseSize(s); err != nil || got != want {
			t.Errorf("%q is %d, %v; want %d", s, got, err, want)
		}
	}
	for _, s := range []string{"", "x", "-1m", "1e40", "12q"} {
		if _, err := ParseSize(s); !errs.Is(err, errs.Invalid) {
			t.Errorf("%q: %v", s, err)
		}
	}
}

func TestOptionsAreChecked(t *testing.T) {
	for name, o := range map[string]Option{"workers": Workers(0), "cpus": CPUs(-1), "memory": Memory("much")} {
		if err := o(&config{}); !errs.Is(err, errs.Invalid) {
			t.Errorf("%s: %v", name, err)
		}
	}
	c := config{workers: 4, cpus: 2, memory: 1 << 30}
	if err := c.check(); !errs.Is(err, errs.Invalid) {
		t.Errorf("more workers than slots: %v", err)
	}
	c = config{}
	if err := c.check(); err != nil || c.workers != 1 || c.cpus < 1 || c.memory < worker.MinMemory {
		t.Errorf("defaults: %+v, %v", c, err)
	}
}
