"""What Python's re finds: every pattern in every text, all matches with their groups by bytes, and whether it matches at the start and as a whole."""
import json
import re
import warnings

pats = [
 # (pattern, flags)
 (r'\b',0),(r'\B',0),(r'\b\w',0),(r'\w+\b',0),(r'\bé',0),(r'\b東',0),(r'é\b',0),(r'\b',256),(r'\Bé',0),(r'[\b]',0),(r'(?a)\b\w+',0),
 (r'\d+',0),(r'\s+',0),(r'\S+',0),(r'[\W]+',0),(r'[^\w\s]+',0),(r'\D',256),(r'[\S]',256),(r'[\W]',256),
 (r'x*',0),(r'\s*',0),(r'|a',0),(r'a|',0),(r'a??',0),(r'(a*)(b?)',0),(r'^',0),(r'$',0),(r'^',8),(r'$',8),(r'^\s*$',8),(r'a$',0),(r'a|b$',0),(r'\Z',0),(r'\A',0),
 (r'a(?=b)',0),(r'a(?!b)',0),(r'(?<=a)b',0),(r'(?<!a)b',0),(r'(?<=é)\s',0),(r'(?=a)',0),(r'(?<=\d)(?=(?:\d\d\d)+\b)',0),
 (r'(.)\1',0),(r'(?P<c>\w)(?P=c)',0),(r'(?P<q>[\'"]).*?(?P=q)',0),(r'(a)?(?(1)b|c)',0),(r'(?P<y>a)?(?(y)b|c)',0),(r'(?>a+)a',0),(r'(?>a+)b',0),(r'a++b',0),(r'a*+a',0),(r'(?:ab)?+b',0),(r'a{1,2}+a',0),
 (r'(\w)(\d)?',0),(r'(a)|(b)',0),(r'(?P<n>\w+)@(\w+)',0),(r'(\w+)\s\1',0),(r'(?i)É',0),(r'(?i)(é)\1',0),(r'STRASSE',2),(r'k',2),(r's',2),(r'(?s).+',0),(r'.+',0),(r'.+',16),
 (r'[[:alpha:]]',0),(r'[a-z&&[^b]]',0),(r'[]a]+',0),(r'a{,2}',0),(r'a{x}',0),(r'\u00e9|\x41',0),(r'\U0001F600',0),(r'[\U0001F600-\U0001F64F]',0),(r'(?#note)a',0),(r'(?:(?:a|b)+c)?\b',0),
 (r'\b\d{1,3}(?:,\d{3})*\b',0),(r'(?<![\w.])\w+(?![\w.])',0),(r'^(?=.*\d)(?=.*[a-z]).{4,}$',0),(r'(\()?a(?(1)\))',0),
]
texts = ['', 'café crème!', '東京 東', 'a', 'aab', 'abab b', 'aaa\n', 'ab\nb\n', ' a  b ', '1234567', 'éé e', 'x\u00a0y\u2003z', '١٢٣ 12', 'aéx1', 'Strasse STRASSE straße', 'K k \u212a ſ s',
 'say "hi" or \'ho\'', 'bob@mars mo@x', 'the the cat', '\U0001F600 smile', '(a) a)', '\x1c\x85', 'e\u0301 n\u0303', 'a.b c', 'pass1', '\n', 'a\n', 'ac bc']

def places(t, m):
    out = []
    for g in range(m.re.groups + 1):
        a, b = m.span(g)
        out += [-1, -1] if a < 0 else [len(t[:a].encode()), len(t[:b].encode())]
    return out


warnings.simplefilter("ignore")
rows = []
for p, f in pats:
    r = re.compile(p, f)
    rows.append({"pat": p, "flags": f, "found": [
        {"matches": [places(t, m) for m in r.finditer(t)], "match": bool(r.match(t)), "full": bool(r.fullmatch(t)), "sub": r.sub("<\\g<0>>", t)} for t in texts]})
print("{\n\"texts\": " + json.dumps(texts) + ",\n\"rows\": [\n" + ",\n".join(json.dumps(r) for r in rows) + "\n]}")
