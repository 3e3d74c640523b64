package expr

// maxDepth is how deep expressions may nest.
const maxDepth = 200

// Parse reads one statement: an expression, or a name, "=" and an expression. Errors: Invalid, with the place
// of the character that is wrong.
func Parse(source string) (Stmt, error) {
	ts, err := scan(source)
	if err != nil {
		return Stmt{}, err
	}
	p := &parser{src: source, ts: ts}
	s := p.statement()
	return s, p.err
}

// A parser goes down the grammar by recursion. Its first error sticks; the tokens then seem to end.
type parser struct {
	src   string
	ts    []token
	i     int
	depth int
	err   error
}

func (p *parser) fail(at int, format string, args ...any) Node {
	if p.err == nil {
		p.err = Error(p.src, at, format, args...)
	}
	p.i = len(p.ts) - 1
	return Const{At: At(at)}
}

func (p *parser) peek() token { return p.ts[p.i] }

func (p *parser) next() token {
	t := p.ts[p.i]
	if t.kind != theEnd {
		p.i++
	}
	return t
}

// is reports that a sign comes next.
func (p *parser) is(s string) bool { t := p.peek(); return t.kind == sign && t.text == s }

// take takes the sign when it comes next.
func (p *parser) take(s string) bool {
	if !p.is(s) {
		return false
	}
	p.i++
	return true
}

// expect takes the sign that must come next.
func (p *parser) expect(s, what string) {
	if t := p.peek(); !p.take(s) && p.err == nil {
		p.fail(t.at, "%s must stand before %s", what, t.words())
	}
}

// words are what errors call a token.
func (t token) words() string {
	if t.kind == theEnd {
		return "the end"
	}
	return "'" + t.text + "'"
}

func (p *parser) statement() (s Stmt) {
	s.Value = p.or()
	if p.take("=") {
		n, ok := s.Value.(Name)
		if !ok || n.Local {
			p.fail(s.Value.Place(), "only a single name can be assigned to")
			return s
		}
		s.Target, s.Value = n.Name, p.or()
		if again := p.peek(); again.kind == sign && again.text == "=" {
			p.fail(again.at, "one name is assigned to at a time; write the second on a line of its own")
		}
	}
	if t := p.peek(); t.kind != theEnd {
		p.fail(t.at, "%s", misplaced(t))
	}
	return s
}

// misplaced says what is wrong with a token behind a value.
func misplaced(t token) string {
	switch t.text {
	case ",":
		return "one expression at a time: what follows ',' belongs to no list or call"
	case "is":
		return "'is' is not supported; compare with ==, or ask isna()"
	case "<<", ">>", "^":
		return "'" + t.text + "' is not supported in expressions"
	case "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "//=", "**=", "<<=", ">>=", "@=":
		return "'" + t.text + "' is not supported; write name = name " + t.text[:len(t.text)-1] + " value"
	}
	return "an operator must stand before " + t.words()
}

func (p *parser) or() Node {
	x := p.and()
	for t := p.peek(); p.take("or"); t = p.peek() {
		x = Binary{At(t.at), "or", x, p.and()}
	}
	return x
}

func (p *parser) and() Node {
	x := p.not()
	for t := p.peek(); p.take("and"); t = p.peek() {
		x = Binary{At(t.at), "and", x, p.not()}
	}
	return x
}

// deeper counts a level of nesting; the caller calls p.shallower.
func (p *parser) deeper(at int) bool {
	p.depth++
	if p.depth > maxDepth {
		p.fail(at, "the expression nests deeper than %d", maxDepth)
	}
	return p.err == nil
}

func (p *parser) shallower() { p.depth-- }

func (p *parser) not() Node {
	t := p.peek()
	if !p.take("not") {
		return p.compare()
	}
	defer p.shallower()
	if !p.deeper(t.at) {
		return Const{}
	}
	return Unary{At(t.at), "not", p.not()}
}

var comparisons = set("== != < <= > >= in")

func (p *parser) compare() Node {
	x := p.sum()
	var c *Compare
	for {
		t := p.peek()
		how := t.text
		switch {
		case t.kind == sign && comparisons[how]:
			p.next()
		case t.kind == sign && how == "not" && p.i+1 < len(p.ts) && p.ts[p.i+1].kind == sign && p.ts[p.i+1].text == "in":
			how = "not in"
			p.i += 2
		default:
			if c == nil {
				return x
			}
			return *c
		}
		if c == nil {
			c = &Compare{At: At(t.at), First: x}
		}
		c.Ops, c.Rest = append(c.Ops, how), append(c.Rest, p.sum())
	}
}

// leftmost is operands of one rank that are joined from the left.
func (p *parser) leftmost(ops map[string]bool, operand func() Node) Node {
	x := operand()
	for t := p.peek(); t.kind == sign && ops[t.text]; t = p.peek() {
		p.next()
		x = Binary{At(t.at), t.text, x, operand()}
	}
	return x
}

var sums, products = set("+ -"), set("* / // %")

func (p *parser) sum() Node     { return p.leftmost(sums, p.product) }
func (p *parser) product() Node { return p.leftmost(products, p.factor) }

func (p *parser) factor() Node {
	t := p.peek()
	defer p.shallower()
	if !p.deeper(t.at) {
		return Const{}
	}
	for _, s := range []string{"-", "+", "~"} {
		if p.take(s) {
			return Unary{At(t.at), s, p.factor()}
		}
	}
	x := p.postfix()
	if t := p.peek(); p.take("**") { // binds closer than a sign at its left, less than one at its right
		return Binary{At(t.at), "**", x, p.factor()}
	}
	return x
}
