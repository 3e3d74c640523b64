package main

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"path"
	"runtime/pprof"
	"strings"
	"time"
)

// profiled is where the processor's time goes while f runs again and again for a second: "52 % asm.exp512, 20
// % rng.fill", the five greatest.
func profiled(f func() error) (string, error) {
	file, err := os.CreateTemp("", "bench*.prof")
	if err != nil {
		return "", err
	}
	defer os.Remove(file.Name())
	if err := pprof.StartCPUProfile(file); err != nil {
		return "", err
	}
	for t := time.Now(); err == nil && time.Since(t) < time.Second; {
		_, err = anew(f)
	}
	pprof.StopCPUProfile()
	if err := cmp.Or(err, file.Close()); err != nil {
		return "", err
	}
	return greatest(file.Name())
}

// greatest are the five places of a profile where most of the time goes; from is a file or an address, and
// what is asked of it.
func greatest(from ...string) (string, error) {
	out, err := exec.Command("go", append([]string{"tool", "pprof", "-top", "-nodecount=5"}, from...)...).Output()
	if err != nil {
		return "", fmt.Errorf("go tool pprof: %w", err)
	}
	return tops(out), nil
}

// tops reads the table of pprof: flat, flat%, sum%, cum, cum%, name.
func tops(table []byte) string {
	var out []string
	for s := bufio.NewScanner(bytes.NewReader(table)); s.Scan(); {
		f := strings.Fields(s.Text())
		if len(f) < 6 || !strings.HasSuffix(f[1], "%") || f[0] == "0" {
			continue
		}
		out = append(out, strings.TrimSuffix(f[1], "%")+" % "+path.Base(strings.Join(f[5:], " ")))
	}
	return strings.Join(out, ", ")
}
