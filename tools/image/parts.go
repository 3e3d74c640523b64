package main

import (
	"archive/tar"
	"bufio"
	"bytes"
	"debug/buildinfo"
	"errors"
	"io"
	"net/textproto"
	"path"
	"regexp"
	"slices"
	"strings"
)

// A part is something that others have made, and that an image has in it.
type part struct {
	kind    string // golang, deb or pypi
	name    string
	version string
	arch    string // of a package of Debian
	license string // in the words of SPDX; empty: nobody has said
}

// parts are those of layers, each once, sorted: modules of Go programs, packages of Debian and of Python.
// version is that of modules that were built from where they lie.
func parts(layers []string, version string) (all []part, err error) {
	for _, l := range layers {
		y, err := layer(l)
		if err != nil {
			return nil, err
		}
		r, err := y.Uncompressed()
		if err != nil {
			return nil, err
		}
		err = files(r, func(h *tar.Header, body io.Reader) error {
			found, err := of(h, body, version)
			all = append(all, found...)
			return err
		})
		if err = errors.Join(err, r.Close()); err != nil {
			return nil, err
		}
	}
	slices.SortFunc(all, func(a, b part) int { return strings.Compare(a.key(), b.key()) })
	return slices.CompactFunc(all, func(a, b part) bool { return a.key() == b.key() }), nil
}

func (p part) key() string { return strings.Join([]string{p.kind, p.name, p.version, p.arch}, " ") }

// files calls f for each regular file of a tar file.
func files(r io.Reader, f func(*tar.Header, io.Reader) error) error {
	t := tar.NewReader(r)
	for {
		h, err := t.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if h.Typeflag == tar.TypeReg {
			if err := f(h, t); err != nil {
				return err
			}
		}
	}
}

// of are the parts that a file tells of: a program made of Go modules, Debian's list, what pip has installed.
func of(h *tar.Header, body io.Reader, version string) ([]part, error) {
	name := strings.TrimPrefix(path.Clean("/"+h.Name), "/")
	switch dir, file := path.Split(name); {
	case name == "var/lib/dpkg/status":
		return ofDebian(body)
	case file == "METADATA" && strings.HasSuffix(dir, ".dist-info/"):
		return ofPython(body)
	case h.Mode&0o111 != 0:
		return ofGo(body, version)
	}
	return nil, nil
}

// ofGo are the modules of a program, and none of one that was not made of Go.
func ofGo(body io.Reader, version string) (out []part, err error) {
	const magic = "\x7fELF"
	r := bufio.NewReader(body)
	if head, err := r.Peek(len(magic)); err != nil || string(head) != magic {
		return nil, nil //nolint:nilerr // it is shorter than any program
	}
	program, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	info, err := buildinfo.Read(bytes.NewReader(program))
	if err != nil {
		return nil, nil //nolint:nilerr // libraries of C have none
	}
	out = append(out, part{
		kind: "golang", name: "stdlib", version: strings.TrimPrefix(info.GoVersion, "go"),
		license: "BSD-3-Clause",
	})
	for _, m := range append(info.Deps, &info.Main) {
		for m.Replace != nil {
			m = m.Replace
		}
		p := part{kind: "golang", name: m.Path, version: m.Version}
		if p.version == "" || p.version == "(devel)" {
			p.version, p.license = version, "Apache-2.0" // it is ours
		}
		out = append(out, p)
	}
	return out, nil
}

// ofDebian are the packages of /var/lib/dpkg/status that are installed.
func ofDebian(body io.Reader) (out []part, err error) {
	r := textproto.NewReader(bufio.NewReader(body))
	for {
		h, err := r.ReadMIMEHeader()
		if h.Get("Package") != "" && strings.HasSuffix(h.Get("Status"), " installed") {
			out = append(out, part{
				kind: "deb", name: h.Get("Package"), version: h.Get("Version"),
				arch: h.Get("Architecture"),
			})
		}
		if err == io.EOF {
			return out, nil
		}
		if err != nil {
			return nil, err
		}
	}
}

// expression is what the license of a package of Python may be in the words of SPDX.
var expression = regexp.MustCompile(`^[\w.+-]+(?: (?:AND|OR|WITH) [\w.+-]+)*$`)

// ofPython is the package of a METADATA.
func ofPython(body io.Reader) ([]part, error) {
	h, err := textproto.NewReader(bufio.NewReader(body)).ReadMIMEHeader()
	if h.Get("Name") == "" {
		return nil, err
	}
	p := part{kind: "pypi", name: h.Get("Name"), version: h.Get("Version")}
	if l := h.Get("License-Expression"); expression.MatchString(l) {
		p.license = l
	}
	return []part{p}, nil
}
