package functions

import (
	"encoding/binary"
	"strings"
	"testing"

	"github.com/mars-project/mars-go/errs"
)

// What a process says again is not read again, and what it says for the first time always is.
func TestAnswersThatSayTheSame(t *testing.T) {
	body := func(text, rest string) []byte {
		return append(append(binary.LittleEndian.AppendUint32(nil, uint32(len(text))), text...), rest...)
	}
	var p process
	if _, _, err := p.parse(body("", "")); !errs.Is(err, errs.Invalid) {
		t.Errorf("no text: %v", err)
	}
	long := `{"sizes":[1],"values":[{"kind":"array","dtype":"` + strings.Repeat("x", textKept) + `"}]}`
	for _, c := range []struct {
		text, rest string
		size       int
		threads    int
	}{
		{`{"sizes":[3]}`, "abc", 3, 0},
		{`{"sizes":[3]}`, "def", 3, 0},
		{`{"sizes":[4],"threads":2}`, "ghij", 4, 2},
		{long, "k", 1, 0},
		{`{"sizes":[4],"threads":2}`, "lmno", 4, 2},
		{`{"sizes":[3]}`, "pqr", 3, 0},
	} {
		a, rest, err := p.parse(body(c.text, c.rest))
		if err != nil || string(rest) != c.rest || a.Sizes[0] != c.size || a.Threads != c.threads {
			t.Errorf("%.40s: %+v, %q, %v", c.text, a, rest, err)
		}
		if len(p.text) > textKept {
			t.Errorf("%d bytes are kept", len(p.text))
		}
	}
	for _, text := range []string{`{"sizes":`, `{"sizes":"3"}`, ""} {
		if _, _, err := p.parse(body(text, "")); !errs.Is(err, errs.Invalid) {
			t.Errorf("%q: %v", text, err)
		}
	}
	if _, _, err := p.parse([]byte{9, 0, 0, 0, '{'}); !errs.Is(err, errs.Invalid) {
		t.Error(err)
	}
}
