package errs

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// A Name is an argument of a message that names an operator or a parameter as Python does, "fill_value":
// programs in Go read FillValue.
type Name string

// Go is the name in Go: words join, each with a capital.
func (n Name) Go() string {
	n = n[strings.LastIndexByte(string(n), '.')+1:]
	if s := irregular[n]; s != "" {
		return s
	}
	var b strings.Builder
	for w := range strings.SplitSeq(string(n), "_") {
		if s := irregular[Name(w)]; s != "" {
			w = s
		}
		if w != "" {
			b.WriteString(strings.ToUpper(w[:1]) + w[1:])
		}
	}
	return b.String()
}

// A Phrase is an argument of a message that holds words of ours alone, in the turns of NumPy and pandas:
// programs in Go read it as they read the format.
type Phrase string

// Go is the phrase in Go's words.
func (p Phrase) Go() string { return inGo(string(p)) }

// values are words that users write in both languages as they are.
var values = []string{"same_kind", "inverted_cdf", "shift_forward", "shift_backward", "start_day", "end_day", "left_anti", "right_anti", "one_to_one", "one_to_many", "many_to_one", "many_to_many"}

// irregular are names whose capitals no rule gives.
var irregular = map[Name]string{"chunk_size": "Chunk", "dtype": "DType", "dtypes": "DTypes", "utc": "UTC", "id": "ID", "dummy_na": "DummyNA", "csv": "CSV", "json": "JSON"}

// A rewording is a turn of Python's in formats of messages, and what Go says: groups of the pattern in braces
// become names of Go.
type rewording struct {
	from *regexp.Regexp
	to   string
}

// rewordings are applied in order. They see formats, never what users gave: that comes as arguments, all of
// which must stay, in their order.
var rewordings = sync.OnceValue(func() []rewording {
	var rs []rewording
	for _, r := range [][2]string{
		{`unhashable type: (a %T)`, `$1`},
		{`'([^']+)' object has no attribute '([^']+)'`, `a $1 has no $2`},
		{`got an unexpected keyword argument '(\w+|%s)'`, `has no option {1}`},
		{`got multiple values for argument '(\w+|%s)'`, `has two values of {1}`},
		{`missing (?:1 )?required (?:positional )?argument: '(\w+|%s)'`, `lacks {1}`},
		{` \(has 0, gufunc core with signature \S+ requires \d\)`, ``},
		{`, with gufunc signature \S+->\S+`, ``},
		{`<class '([^']+)'>`, `$1`},
		{`keyword argument`, `option`},
		{`positional `, ``},
		{`  Instead of adding/subtracting .*`, ``},
		{", the `[-^~]` operator,", ``},
		{"the `[-^~]` operator or ", ``},
		{`numpy boolean`, `bool`},
		{`dict_keys\((\[[^]]*\])\)`, `$1`},
		{`\b(?:np|pd)\.`, ``},
		{`\bndarray\b`, `tensor`},
		{`\blist-like(?:s| objects)`, `lists`},
		{`\b(list|dict)-like\b`, `$1`},
		{`\bdict\b`, `map`},
		{`\btuple`, `list`},
		{`\bpandas objects`, `frames and series`},
		{`\bNone of\b`, `none of`},
		{"``?([a-z]\\w*)``?", `{1}`},
		{"`%s`", `%s`},
		{`'([a-z]+(?:_[a-z]+)+)'`, `{1}`},
		{`'(%s|[a-z]\w*) ?= ?(True|False|None)'`, `{1}: $2`},
		{`(%s|\b[a-z]\w*)=(True|False|None|'[^']*'|\d+)`, `{1}: $2`},
		{`'?\bNone\b'?`, `nil`},
		{"['`]?\\bTrue\\b['`]?", `true`},
		{`\bFalse\b`, `false`},
		{`(^|[ '])([a-z]\w*)\(\)`, `$1{2}`},
		{`%s\(\)`, `%s`},
		{`(^|[^.\w%])([a-z]+[0-9]?(?:_[a-z0-9]+)+)\b`, `$1{2}`},
	} {
		rs = append(rs, rewording{regexp.MustCompile(r[0]), r[1]})
	}
	return rs
})

var (
	braced = regexp.MustCompile(`\{\d\}`)
	spoken sync.Map // format -> what Go says
)

// inGo is a format of a message of NumPy's and pandas' in the words of Go.
func inGo(format string) string {
	if s, ok := spoken.Load(format); ok {
		return s.(string)
	}
	s := format
	for _, r := range rewordings() {
		s = r.from.ReplaceAllStringFunc(s, func(found string) string {
			m := r.from.FindStringSubmatch(found)
			if slices.ContainsFunc(m[1:], func(g string) bool { return slices.Contains(values, g) }) {
				return found
			}
			to := braced.ReplaceAllStringFunc(r.to, func(b string) string {
				g := m[b[1]-'0']
				if strings.HasPrefix(g, "%") {
					return g
				}
				return Name(g).Go()
			})
			for i, g := range m {
				to = strings.ReplaceAll(to, "$"+string(rune('0'+i)), g)
			}
			return to
		})
	}
	spoken.Store(format, s)
	return s
}

// both is a message in the words of its format, and in those of Go; these are empty where they are the same.
func both(format string, args []any) (msg, golang string) {
	said, plain := slices.Clone(args), slices.Clone(args)
	other := inGo(format)
	differ := other != format
	for i, a := range args {
		switch a := a.(type) {
		case interface{ Go() string }:
			said[i], differ = a.Go(), true
		case *Error:
			if python := PythonOf(a); python != "" {
				plain[i], differ = python, true
			} else if a.golang != "" {
				c := *a
				c.Msg = a.golang
				said[i], differ = c.Error(), true
			}
		}
	}
	msg = fmt.Sprintf(format, plain...)
	if differ {
		golang = fmt.Sprintf(other, said...)
	}
	if golang == msg {
		golang = ""
	}
	return msg, golang
}

// said puts the words of Go in the place of others, which stay for Python.
func (e *Error) said() {
	if e.golang != "" {
		e.Msg, e.Python, e.golang = e.golang, e.Msg, ""
	}
}
