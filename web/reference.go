package web

import (
	_ "embed"
	"fmt"
	"net/http"
	"strings"

	"github.com/mars-project/mars-go/errs"
)

//go:embed reference_head.html
var referenceHead string

// referenceServices is made of the comments of proto/mars/v1 by "make gen".
//
//go:embed reference_services.html
var referenceServices string

// referencePage documents the API.
var referencePage = func() []byte {
	var b strings.Builder
	b.WriteString(referenceHead)
	b.WriteString("<table><tr><th>kind</th><th>code</th><th>status of plain HTTP</th></tr>\n")
	for k := errs.Internal; k <= errs.Denied; k++ {
		s := statuses[k]
		fmt.Fprintf(&b, "<tr><td>%s</td><td>%s</td><td>%d %s</td></tr>\n", k, s.code, s.http, http.StatusText(s.http))
	}
	b.WriteString("</table>\n<p>Without a valid token the code is unauthenticated, and the status 401.</p>\n")
	b.WriteString(referenceServices)
	b.WriteString("</main>\n</body>\n</html>\n")
	return []byte(b.String())
}()

// reference is the page that documents the API.
func reference(w http.ResponseWriter, _ *http.Request) {
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'")
	_, _ = w.Write(referencePage)
}
