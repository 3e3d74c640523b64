// Command image writes an image for containers, without a daemon: image -out FILE.tar -name NAME:TAG
// [settings] LAYER...
//
// A layer is a folder, whose files become those of root, or a tar file. Times and owners are left out and
// names are sorted, so equal layers make equal bytes. FILE.tar is an OCI layout in a tar file, as podman
// load, docker load, skopeo and ctr take it; its digest is printed.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"runtime"
	"strings"

	v1 "github.com/google/go-containerregistry/pkg/v1"
)

// words are a flag that may be given several times.
type words []string

func (w *words) String() string     { return strings.Join(*w, " ") }
func (w *words) Set(s string) error { *w = append(*w, s); return nil }

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "image:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	f := flag.NewFlagSet("image", flag.ContinueOnError)
	var entry, env, ports, labels words
	out := f.String("out", "", "the `file` to write")
	name := f.String("name", "", "its `name:tag`")
	arch := f.String("arch", runtime.GOARCH, "its `architecture`")
	list := f.String("bill", "", "the `file` to write what it is made of to, in the form of SPDX; the image has it too")
	user := f.String("user", "", "who runs: `uid:gid`")
	f.Var(&entry, "entry", "a word of the `program` that is run")
	f.Var(&env, "env", "`NAME=value` in its environment")
	f.Var(&ports, "port", "a `port` that it listens at")
	f.Var(&labels, "label", "`name=text`, what is told of the image")
	if err := f.Parse(args); err != nil {
		return err
	}
	if *out == "" || *name == "" || f.NArg() == 0 {
		return errors.New("want -out FILE -name NAME:TAG LAYER...")
	}
	c := v1.Config{User: *user, Entrypoint: entry, Env: env, Labels: map[string]string{}, ExposedPorts: map[string]struct{}{}}
	for _, l := range labels {
		k, v, ok := strings.Cut(l, "=")
		if !ok {
			return fmt.Errorf("label %q: want name=text", l)
		}
		c.Labels[k] = v
	}
	for _, p := range ports {
		c.ExposedPorts[p+"/tcp"] = struct{}{}
	}
	x, err := build(f.Args(), v1.Platform{OS: "linux", Architecture: *arch}, c)
	if err != nil {
		return err
	}
	if *list != "" {
		if x, err = billed(x, *name, f.Args(), *list); err != nil {
			return fmt.Errorf("bill of materials: %w", err)
		}
	}
	if err := write(*out, *name, x); err != nil {
		return err
	}
	d, err := x.Digest()
	if err != nil {
		return err
	}
	fmt.Println(d)
	return nil
}
