package lint

import (
	"fmt"
	"io/fs"
	"regexp"
	"strings"
)

var snippet = regexp.MustCompile("(?s)<!-- code: (\\S+) -->\n```go\n(.*?)```")

// CheckSnippets reports Go code in Markdown that is marked "<!-- code: FILE -->" and does not stand in that
// file, line by line and without gaps; indentation does not count. So what a reader copies is what the
// compiler saw.
func CheckSnippets(r *Repo) (ps []Problem, err error) {
	err = r.sources(func(name string, text []byte) error {
		if !strings.HasSuffix(name, ".md") {
			return nil
		}
		for _, m := range snippet.FindAllSubmatch(text, -1) {
			file := string(m[1])
			code, err := fs.ReadFile(r.FS, file)
			if err != nil {
				ps = append(ps, Problem{"snippets", fmt.Sprintf("%s shows code of %s: %v", name, file, err)})
			} else if !strings.Contains(flush(code), flush(m[2])) {
				ps = append(ps, Problem{"snippets", fmt.Sprintf("%s shows code that is not in %s", name, file)})
			}
		}
		return nil
	})
	return ps, err
}

// flush is text without indentation, with a newline at both ends.
func flush(text []byte) string {
	var b strings.Builder
	b.WriteByte('\n')
	for _, l := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		b.WriteString(strings.TrimSpace(l))
		b.WriteByte('\n')
	}
	return b.String()
}
