package str

import (
	"fmt"
	"sync"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"github.com/dlclark/regexp2/v2"

	"github.com/mars-project/mars-go/errs"
)

// longest is how long a match may be looked for in one text: backtracking may take for ever.
const longest = 10 * time.Second

// backtracker runs what Go's regexp cannot: look-around, references to groups, and Python's order of empty
// matches. It is compiled when it is first needed.
type backtracker struct {
	pat    string
	mode   Mode
	flags  Flag
	once   sync.Once
	first  *regexp2.Regexp
	beyond *regexp2.Regexp // where the last match was empty: the next one at its place is not
	failed atomic.Pointer[error]
}

func (b *backtracker) compile() error {
	b.once.Do(func() {
		t, err := translate(b.pat, b.flags, true)
		if err != nil {
			b.fail(err)
			return
		}
		g := t.goFlags() + t.within(b.mode)
		for _, r := range []struct {
			to  **regexp2.Regexp
			pat string
		}{{&b.first, g}, {&b.beyond, "(?:" + g + `)(?!\G)`}} {
			if *r.to, err = regexp2.Compile(r.pat); err != nil {
				b.fail(badPattern(b.pat, err))
				return
			}
			(*r.to).MatchTimeout = longest
		}
	})
	return b.err()
}

func (b *backtracker) fail(err error) { b.failed.CompareAndSwap(nil, &err) }

// err is the first error of a search.
func (b *backtracker) err() error {
	if e := b.failed.Load(); e != nil {
		return *e
	}
	return nil
}

// matches are the first n matches and their groups by bytes, all where n is negative, as Python's finditer
// gives them: an empty one may stand behind another one, but not two at one place.
func (b *backtracker) matches(s []byte, n int) (out [][]int) {
	if b.compile() != nil {
		return nil
	}
	rs, at := places(s)
	re := b.first
	for from := 0; n < 0 || len(out) < n; {
		m, err := re.FindRunesMatchStartingAt(rs, from)
		if err != nil {
			b.fail(errs.New(errs.Invalid, "pattern %q takes more than %s in a text of %d characters", b.pat, longest, len(rs)))
			return nil
		}
		if m == nil {
			return out
		}
		var places []int
		for _, g := range m.Groups() {
			if len(g.Captures) == 0 {
				places = append(places, -1, -1)
			} else {
				places = append(places, at[g.RuneIndex], at[g.RuneIndex+g.RuneLength])
			}
		}
		out = append(out, places)
		if from, re = m.RuneIndex+m.RuneLength, b.first; m.RuneLength == 0 {
			re = b.beyond
		}
	}
	return out
}

// places are the characters of a text, and the byte at which each begins and the last one ends.
func places(s []byte) (rs []rune, at []int) {
	n := utf8.RuneCount(s)
	rs, at = make([]rune, 0, n), make([]int, 0, n+1)
	for i := 0; i < len(s); {
		r, w := utf8.DecodeRune(s[i:])
		rs, at = append(rs, r), append(at, i)
		i += w
	}
	return rs, append(at, len(s))
}

// boundary is \b or \B between characters of a class, as the backtracker writes it.
func boundary(c byte, class string) string {
	w := "[" + class + "]"
	if c == 'b' {
		return fmt.Sprintf("(?:(?<=%[1]s)(?!%[1]s)|(?<!%[1]s)(?=%[1]s))", w)
	}
	return fmt.Sprintf(`(?:(?<=%[1]s)(?=%[1]s)|(?<!%[1]s)(?!%[1]s)(?!\A\z))`, w)
}
