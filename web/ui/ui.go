// Package ui is the web pages of a supervisor: an http.Handler over the files that web/build makes, embedded
// in the program.
//
// Floor 6.
package ui

import (
	"bytes"
	"compress/gzip"
	"embed"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strings"
)

//go:embed dist
var dist embed.FS

// page is a file as it is sent.
type page struct {
	kind     string
	plain    []byte
	packed   []byte // by gzip
	changing bool   // its name stays when its contents change
}

// policy lets the page load its own script and style sheet and ask its own server, nothing else.
const policy = "default-src 'self'; img-src data:; frame-ancestors 'self'; base-uri 'none'; form-action 'self'"

// Handler serves the pages at / and the files they load. All other paths are not found.
func Handler() (http.Handler, error) {
	pages := map[string]*page{}
	err := fs.WalkDir(dist, "dist", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := dist.ReadFile(name)
		if err != nil {
			return err
		}
		var z bytes.Buffer
		w := gzip.NewWriter(&z)
		if _, err := w.Write(b); err != nil {
			return err
		}
		if err := w.Close(); err != nil {
			return err
		}
		p := &page{kind: mime.TypeByExtension(path.Ext(name)), plain: b, packed: z.Bytes()}
		if path.Base(name) == "index.html" {
			p.changing = true
			pages["/"] = p
		}
		pages[strings.TrimPrefix(name, "dist")] = p
		return nil
	})
	return handler(pages), err
}

type handler map[string]*page

func (h handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	p := h[r.URL.Path]
	switch {
	case p == nil:
		http.NotFound(w, r)
		return
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "these are pages to read", http.StatusMethodNotAllowed)
		return
	}
	head := w.Header()
	head.Set("Content-Type", p.kind)
	head.Set("Content-Security-Policy", policy)
	head.Set("X-Content-Type-Options", "nosniff")
	head.Set("Vary", "Accept-Encoding")
	head.Set("Cache-Control", "public, max-age=31536000, immutable")
	if p.changing {
		head.Set("Cache-Control", "no-cache")
	}
	body := p.plain
	if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		head.Set("Content-Encoding", "gzip")
		body = p.packed
	}
	if r.Method == http.MethodGet {
		_, _ = w.Write(body) // the reader may be gone
	}
}
