package expr

// postfix is an atom with what follows it: attributes, calls, brackets.
func (p *parser) postfix() Node {
	x := p.atom()
	for {
		t := p.peek()
		switch {
		case p.take("."):
			n := p.next()
			if n.kind != name {
				return p.fail(n.at, "the name of an attribute must follow '.', not %s", n.words())
			}
			x = Attr{At(n.at), x, n.text}
		case p.take("("):
			args, named := p.arguments()
			x = Call{At(t.at), x, args, named}
		case p.take("["):
			key := p.subscript()
			p.expect("]", "']'")
			x = Index{At(t.at), x, key}
		default:
			return x
		}
	}
}

// arguments are those of a call, behind its bracket.
func (p *parser) arguments() (args []Node, named []Keyword) {
	for !p.take(")") && p.err == nil {
		n := p.peek()
		if p.i+1 < len(p.ts) && n.kind == name && p.ts[p.i+1].kind == sign && p.ts[p.i+1].text == "=" {
			p.i += 2
			named = append(named, Keyword{At(n.at), n.text, p.or()})
		} else {
			if len(named) > 0 {
				p.fail(n.at, "an argument without a name cannot follow one with a name")
				return nil, nil
			}
			args = append(args, p.or())
		}
		if !p.take(",") && !p.is(")") {
			p.expect(")", "',' or ')'")
		}
	}
	return args, named
}

// subscript is what stands between brackets.
func (p *parser) subscript() Node {
	from := p.peek()
	var parts [3]Node
	k := 0
	for ; k < 3; k++ {
		if !p.is(":") && !p.is("]") {
			parts[k] = p.or()
		}
		if !p.take(":") {
			break
		}
	}
	if k == 0 {
		if parts[0] == nil {
			return p.fail(from.at, "a value must stand in the brackets")
		}
		if p.is(",") {
			return List{At(from.at), p.items(parts[0], "]")}
		}
		return parts[0]
	}
	return Slice{At(from.at), parts[0], parts[1], parts[2]}
}

// items are the values of a list whose first is known, up to its closing bracket, which stays.
func (p *parser) items(first Node, end string) []Node {
	out := []Node{first}
	for p.take(",") && !p.is(end) && p.err == nil {
		out = append(out, p.or())
	}
	return out
}

func (p *parser) atom() Node {
	t := p.next()
	switch t.kind {
	case literal:
		return p.literal(t)
	case name:
		return Name{At(t.at), t.text, false}
	case local:
		return Name{At(t.at), t.text, true}
	case sign:
		switch t.text {
		case "True", "False":
			return Const{At(t.at), t.text == "True"}
		case "None":
			return Const{At(t.at), nil}
		case "(":
			return p.group(t)
		case "[":
			return p.list(t, "]")
		case "{":
			return p.list(t, "}")
		}
	case theEnd:
	}
	if p.err != nil {
		return Const{}
	}
	return p.fail(t.at, "a value must stand before %s", t.words())
}

// literal joins texts that follow each other.
func (p *parser) literal(t token) Node {
	s, ok := t.value.(string)
	for ok && p.peek().kind == literal {
		more, text := p.peek().value.(string)
		if !text {
			break
		}
		s += more
		p.next()
	}
	if ok {
		return Const{At(t.at), s}
	}
	return Const{At(t.at), t.value}
}

// group is an expression in parentheses, or a tuple.
func (p *parser) group(t token) Node {
	if p.take(")") {
		return List{At: At(t.at)}
	}
	x := p.or()
	if p.is(",") {
		x = List{At(t.at), p.items(x, ")")}
	}
	p.expect(")", "')'")
	return x
}

func (p *parser) list(t token, end string) Node {
	if p.take(end) {
		return List{At: At(t.at)}
	}
	items := p.items(p.or(), end)
	p.expect(end, "',' or '"+end+"'")
	return List{At(t.at), items}
}
