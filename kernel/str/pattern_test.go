package str

import (
	"slices"
	"strings"
	"testing"

	"github.com/mars-project/mars-go/errs"
)

func TestPatternMeansWhatPythonMeans(t *testing.T) {
	for _, c := range []struct {
		pat   string
		mode  Mode
		flags Flag
		yes   []string
		no    []string
	}{
		{`^\d+$`, Search, 0, []string{"12", "٣٤", "12\n"}, []string{"", "½", "1 2", "12\n\n"}},
		{`^\d+$`, Search, ASCII, []string{"12"}, []string{"٣٤"}},
		{`\w`, Full, 0, []string{"é", "_", "½", "Ⅷ"}, []string{"-", "", "ab"}},
		{`\w`, Full, ASCII, []string{"e", "_"}, []string{"é"}},
		{`\W`, Full, 0, []string{"-", "\n"}, []string{"é"}},
		{`[\W_]`, Full, 0, []string{"-", "_", "…"}, []string{"é", "9"}},
		{`[^\W\d]`, Full, 0, []string{"é", "_"}, []string{"9", "-"}},
		{`[\S]`, Full, 0, []string{"x"}, []string{"\u00a0", "\x1c"}},
		{`[\D]`, Full, 0, []string{"x"}, []string{"5", "٣"}},
		{`\s`, Full, 0, []string{"\v", "\x1f", "\u00a0", "\u2003"}, []string{"x", "\u200b"}},
		{`a{,2}`, Full, 0, []string{"", "aa"}, []string{"aaa"}},
		{`a{2}b{1,}`, Full, 0, []string{"aab"}, []string{"ab", "aa"}},
		{`a{x}`, Full, 0, []string{"a{x}"}, []string{"a"}},
		{`a{,}|b{`, Full, 0, []string{"a{,}", "b{"}, []string{"a"}},
		{`[[a]+`, Full, 0, []string{"[a["}, []string{"]"}},
		{`[]a]+`, Full, 0, []string{"]a"}, []string{"["}},
		{`[^]a]`, Full, 0, []string{"b"}, []string{"]"}},
		{`\u00e9\x41\101\0`, Full, 0, []string{"éAA\x00"}, nil},
		{`[\b]`, Full, 0, []string{"\b"}, []string{"b"}},
		{`a\Z`, Search, 0, []string{"ba"}, []string{"a\n"}},
		{`a$`, Match, 0, []string{"a\n", "a"}, []string{"ba", "ab"}},
		{`a$`, Full, 0, []string{"a"}, []string{"a\n"}},
		{`^b`, Search, MultiLine, []string{"a\nb"}, []string{"a b"}},
		{`a$`, Search, MultiLine, []string{"a\nb"}, []string{"ab"}},
		{`a.b`, Full, 0, []string{"a b"}, []string{"a\nb"}},
		{`a.b`, Full, DotAll, []string{"a\nb"}, nil},
		{`(?i)É`, Full, 0, []string{"é"}, nil},
		{`(?u)a(?#note)b(?i:C)`, Full, 0, []string{"abc", "abC"}, []string{"Abc"}},
		{`a|ab`, Full, 0, []string{"ab"}, nil},
		{`STRASSE`, Search, IgnoreCase, []string{"die Strasse"}, []string{"die Straße"}},
		{`x`, Search, 0, []string{"axb"}, []string{"X"}},
		{`x`, Match, 0, []string{"xb"}, []string{"ax"}},
		{`x`, Full, 0, []string{"x"}, []string{"xx"}},
		{``, Search, 0, []string{"", "a"}, nil},
		{`日`, Match, 0, []string{"日本"}, []string{"本日"}},
		{`\é`, Full, 0, []string{"é"}, nil},
	} {
		p, err := Compile(c.pat, c.mode, c.flags)
		if err != nil {
			t.Errorf("%s: %v", c.pat, err)
			continue
		}
		for _, s := range c.yes {
			if !p.Test([]byte(s)) {
				t.Errorf("%s (mode %d) does not match %q", c.pat, c.mode, s)
			}
		}
		for _, s := range c.no {
			if p.Test([]byte(s)) {
				t.Errorf("%s (mode %d) matches %q", c.pat, c.mode, s)
			}
		}
	}
}

func TestPatternRefuses(t *testing.T) {
	for pat, want := range map[string]string{
		`(?x)a b`:         "verbose",
		`\q`:              `bad escape \q`,
		`a\`:              "bad escape (end of pattern)",
		`[a`:              "unterminated character set",
		`(a`:              "missing closing )",
		`\x1`:             `incomplete escape \x`,
		`(?#a`:            "unterminated comment",
		`(a)\2`:           "invalid group reference 2",
		`(?P<x>a)(?P=y)`:  `unknown group name "y"`,
		`(?P<1>a)`:        `bad character in group name "1"`,
		`(?P<x>a)(?P<x>)`: `redefinition of group name "x"`,
		`(?<=a`:           "missing",
		`(a)?(?(2)b)`:     `unknown group name "2"`,
	} {
		_, err := Compile(pat, Search, 0)
		if !errs.Is(err, errs.Invalid) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want an error that says %q", pat, err, want)
		}
	}
	if _, err := Compile("a", Search, 64); err == nil {
		t.Error("VERBOSE is taken")
	}
}

func TestRewrite(t *testing.T) {
	for _, c := range []struct {
		pat, repl, s string
		n            int
		want         string
	}{
		{`(o)`, `<\1>`, "foo", -1, "f<o><o>"},
		{`o`, `<\0>`, "foo", 1, "f<o>o"},
		{`o`, `<\g<0>>`, "foo", -1, "f<o><o>"},
		{`(?P<a>f)(o)`, `\2\g<a>\g<2>`, "foo", -1, "ofoo"},
		{`o`, `\n\t\\`, "fo", -1, "f\n\t\\"},
		{`(a)|(b)`, `[\1\2]`, "ab", -1, "[a][b]"},
		{`x*`, `-`, "aéx1", -1, "-a-é-1-"},
		{`\s*`, `-`, "a é", -1, "-a--é-"},
		{`\s+$`, ``, "a \n", -1, "a"},
		{`a$`, `X`, "ba\n", -1, "bX\n"},
		{`a$`, `X`, "bab\n", -1, "bab\n"},
		{`z`, `X`, "abc", -1, "abc"},
		{`a`, `X`, "aaa", 0, "aaa"},
		{`(a)(b)(c)(d)(e)(f)(g)(h)(i)(j)`, `\10\1`, "abcdefghij", -1, "ja"},
		{`(a)`, `\10`, "a", -1, "a0"},
	} {
		p, err := Compile(c.pat, Search, 0)
		if err != nil {
			t.Fatal(err)
		}
		w, err := NewRewrite(p, c.repl)
		if err != nil {
			t.Errorf("%s: %v", c.repl, err)
			continue
		}
		if got := string(w.Replace(nil, []byte(c.s), c.n)); got != c.want {
			t.Errorf("%s by %s in %q is %q, want %q", c.pat, c.repl, c.s, got, c.want)
		}
	}
	p, _ := Compile("(a)", Search, 0)
	for _, repl := range []string{`\2`, `\g<b>`, `\g<5>`, `\g1`, `\q`, `a\`} {
		if _, err := NewRewrite(p, repl); !errs.Is(err, errs.Invalid) {
			t.Errorf("%s: %v", repl, err)
		}
	}
}

func TestPatternSplitsAndExtracts(t *testing.T) {
	p, err := Compile(`(,)|(;)`, Search, 0)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, b := range p.Split([]byte("a,b;c"), 0, nil) {
		if b == nil {
			got = append(got, "none")
		} else {
			got = append(got, string(b))
		}
	}
	if want := []string{"a", ",", "none", "b", "none", ";", "c"}; !slices.Equal(got, want) {
		t.Errorf("split: %q, want %q", got, want)
	}
	out := make([][]byte, 2)
	if !p.Extract([]byte("a;b,"), out) || out[0] != nil || string(out[1]) != ";" {
		t.Errorf("extract: %q", out)
	}
	if p.Extract([]byte("ab"), out) {
		t.Error("extract finds nothing and says so not")
	}
	if n := p.Count([]byte("a,b;c,")); n != 3 {
		t.Errorf("%d matches", n)
	}
	if f := p.FindAll([]byte("a,;")); len(f) != 2 || f[0][0] != "," || f[1][1] != ";" {
		t.Errorf("all: %q", f)
	}
}

// Every character that is translated inside a class or outside stays valid for Go.
func FuzzCompile(f *testing.F) {
	for _, s := range []string{`a`, `[\w-]+`, `(?i)\d{,3}$`, `(?P<x>[^]]*)\Z`, `[\W\S]`, `\u00e9|\0`} {
		f.Add(s, "text é 12")
	}
	for _, s := range []string{`(?<=a)\b`, `(.)\1*+`, `(?P<x>a)?(?(x)b|c)`} {
		f.Add(s, "ab é")
	}
	f.Fuzz(func(t *testing.T, pat, s string) {
		for _, m := range []Mode{Search, Match, Full} {
			p, err := Compile(pat, m, 0)
			if err != nil {
				if !errs.Is(err, errs.Invalid) {
					t.Fatal(err)
				}
				return
			}
			p.Test([]byte(s))
			p.Split([]byte(s), 0, nil)
		}
	})
}
