package npy

import (
	"strconv"
	"strings"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
)

// A parser reads the one Python literal that a header is: a dict of a string, a bool and a tuple of integers.
type parser struct {
	s    string
	i    int
	base int // of s in the stream
}

func (p *parser) fail(format string, args ...any) error {
	return errs.New(errs.Invalid, "npy: byte "+strconv.Itoa(p.base+p.i)+": "+format, args...)
}

// parseHeader reads the text of a header that starts at byte base of the stream.
func parseHeader(s string, base int) (Header, error) {
	p := &parser{s: s, base: base}
	var h Header
	seen := map[string]bool{}
	if !p.take('{') {
		return h, p.fail("a header is a dict, not %q", p.rest())
	}
	for !p.take('}') {
		key, err := p.text()
		if err != nil {
			return h, err
		}
		if seen[key] {
			return h, p.fail("key %q comes twice", key)
		}
		seen[key] = true
		if !p.take(':') {
			return h, p.fail("expected ':' after key %q", key)
		}
		if err := p.value(&h, key); err != nil {
			return h, err
		}
		if !p.take(',') && p.peek() != '}' {
			return h, p.fail("expected ',' or '}', not %q", p.rest())
		}
	}
	if p.peek() != 0 || p.i < len(s) {
		return h, p.fail("%q after the header", p.rest())
	}
	for _, key := range []string{"descr", "fortran_order", "shape"} {
		if !seen[key] {
			return h, p.fail("key %q is missing", key)
		}
	}
	return h, nil
}

func (p *parser) value(h *Header, key string) (err error) {
	switch key {
	case "descr":
		h.DType, h.Swapped, err = p.descr()
	case "fortran_order":
		h.Fortran, err = p.bool()
	case "shape":
		h.Shape, err = p.shape()
	default:
		err = p.fail("unknown key %q", key)
	}
	return err
}

// descr reads the dtype. Structured ones are lists, which no column or array here holds.
func (p *parser) descr() (dtype.DType, bool, error) {
	if p.peek() == '[' {
		return dtype.DType{}, false, p.fail("structured dtypes cannot be read")
	}
	s, err := p.text()
	if err != nil {
		return dtype.DType{}, false, err
	}
	if strings.HasSuffix(s, "O") {
		return dtype.DType{}, false, p.fail("object arrays hold pickled data, which is never read")
	}
	swapped := strings.HasPrefix(s, ">")
	d, err := dtype.Parse(strings.TrimPrefix(s, ">"))
	if err != nil || !d.Fixed() || d.Null || d.TZ != "" {
		return dtype.DType{}, false, p.fail("dtype %q cannot be read into an array", s)
	}
	return d, swapped && d.Size() > 1, nil
}

func (p *parser) bool() (bool, error) {
	p.blank()
	for _, w := range []string{"True", "False"} {
		if strings.HasPrefix(p.s[p.i:], w) {
			p.i += len(w)
			return w == "True", nil
		}
	}
	return false, p.fail("expected True or False, not %q", p.rest())
}

func (p *parser) shape() ([]int, error) {
	if !p.take('(') {
		return nil, p.fail("a shape is a tuple, not %q", p.rest())
	}
	shape := []int{}
	for !p.take(')') {
		p.blank()
		end := p.i
		for end < len(p.s) && p.s[end] >= '0' && p.s[end] <= '9' {
			end++
		}
		n, err := strconv.ParseInt(p.s[p.i:end], 10, 63)
		if err != nil {
			return nil, p.fail("expected a length, not %q", p.rest())
		}
		if len(shape) == maxRank {
			return nil, p.fail("more than %d dimensions", maxRank)
		}
		shape = append(shape, int(n))
		p.i = end
		p.take('L') // Python 2's long
		if !p.take(',') && p.peek() != ')' {
			return nil, p.fail("expected ',' or ')', not %q", p.rest())
		}
	}
	return shape, nil
}

// text reads a quoted string; no dtype or key has escapes.
func (p *parser) text() (string, error) {
	q := p.peek()
	if q != '\'' && q != '"' {
		return "", p.fail("expected a string, not %q", p.rest())
	}
	end := strings.IndexByte(p.s[p.i+1:], q)
	if end < 0 {
		return "", p.fail("a string without end")
	}
	s := p.s[p.i+1 : p.i+1+end]
	if strings.ContainsAny(s, "\\\n") {
		return "", p.fail("an escape in %q", s)
	}
	p.i += end + 2
	return s, nil
}

func (p *parser) blank() {
	for p.i < len(p.s) && strings.IndexByte(" \t\n\r", p.s[p.i]) >= 0 {
		p.i++
	}
}

// peek is the next byte that is no blank, 0 at the end.
func (p *parser) peek() byte {
	p.blank()
	if p.i == len(p.s) {
		return 0
	}
	return p.s[p.i]
}

func (p *parser) take(c byte) bool {
	if p.peek() != c {
		return false
	}
	p.i++
	return true
}

// rest is what is left, shortened for messages.
func (p *parser) rest() string { return p.s[p.i:min(p.i+20, len(p.s))] }
