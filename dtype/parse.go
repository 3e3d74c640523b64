package dtype

import (
	"strings"

	"github.com/mars-project/mars-go/errs"
)

// String is the name that pandas 3 and NumPy 2 print: "int64", "Int64", "datetime64[ns, UTC]", "str",
// "category". Parse reads it back; only Ordered is not in it (see MarshalText).
func (d DType) String() string {
	if !d.Kind.Valid() {
		return "invalid"
	}
	k := kinds[d.Kind]
	switch {
	case d.Null && k.null != "":
		return k.null
	case d.IsTemporal() && d.TZ != "":
		return k.name + "[" + d.Unit.String() + ", " + d.TZ + "]"
	case d.IsTemporal() && d.Unit != Generic:
		return k.name + "[" + d.Unit.String() + "]"
	}
	return k.name
}

// Code is NumPy's array-protocol string, little endian, as ".npy" headers hold it: "<f8", "|b1", "<M8[us]" (a
// zone is lost). Empty for dtypes without one.
func (d DType) Code() string {
	if !d.Fixed() || d.Null {
		return ""
	}
	s := kinds[d.Kind].code
	if d.Size() == 1 {
		return "|" + s
	}
	if d.IsTemporal() && d.Unit != Generic {
		s += "[" + d.Unit.String() + "]"
	}
	return "<" + s
}

// MarshalText is the full text of d, the form that crosses the wire: String, and "category[ordered]".
func (d DType) MarshalText() ([]byte, error) {
	if d.IsZero() {
		return nil, nil
	}
	if d.IsCategorical() && d.Ordered {
		return []byte("category[ordered]"), nil
	}
	return []byte(d.String()), nil
}

// UnmarshalText is the inverse of MarshalText.
func (d *DType) UnmarshalText(b []byte) error {
	if len(b) == 0 {
		*d = DType{}
		return nil
	}
	v, err := Parse(string(b))
	if err == nil {
		*d = v
	}
	return err
}

var byName = names()

func names() map[string]DType {
	m := map[string]DType{
		"?": Bool, "bool_": Bool, "int": Int64, "int_": Int64, "intp": Int64, "uint": Uint64, "uintp": Uint64,
		"b": Int8, "B": Uint8, "h": Int16, "H": Uint16, "i": Int32, "I": Uint32, "l": Int64, "L": Uint64, "q": Int64, "Q": Uint64,
		"p": Int64, "P": Uint64, "byte": Int8, "ubyte": Uint8, "short": Int16, "ushort": Uint16, "intc": Int32, "uintc": Uint32,
		"long": Int64, "ulong": Uint64, "longlong": Int64, "ulonglong": Uint64,
		"e": Float16, "f": Float32, "d": Float64, "half": Float16, "single": Float32, "double": Float64, "float": Float64,
		"F": Complex64, "D": Complex128, "csingle": Complex64, "cdouble": Complex128, "complex": Complex128,
		"U": Str, "str_": Str, "unicode": Str, "T": Str, "string[python]": NullStr, "string[pyarrow]": NullStr,
		"S": Binary, "bytes_": Binary, "binary": Binary, "object_": Object,
		"category[ordered]": {Kind: CategoricalKind, Ordered: true},
	}
	for k := BoolKind; k < kindEnd; k++ {
		d := DType{Kind: k}
		m[kinds[k].name] = d
		if kinds[k].code != "" {
			m[kinds[k].code] = d
		}
		if kinds[k].null != "" {
			m[kinds[k].null] = d.Nullable()
		}
	}
	return m
}

// Parse reads a dtype in the spellings of NumPy ("f8", "<i4", "datetime64[us]", "double") and pandas
// ("Int64", "string", "datetime64[ns, UTC]", "category"). Fixed-width text ("<U5") is Str. What it does not
// know is errs.Type.
func Parse(s string) (DType, error) {
	t := s
	if t != "" && strings.ContainsRune("<=|", rune(t[0])) {
		t = t[1:]
	}
	if d, ok := byName[t]; ok {
		return d, nil
	}
	if strings.HasPrefix(t, ">") {
		return DType{}, errs.New(errs.Type, "data type %q is big-endian; only files hold such data", s)
	}
	if d, ok := parseUnits(t); ok {
		return d, nil
	}
	if len(t) > 1 && (t[0] == 'U' || t[0] == 'S') && strings.Trim(t[1:], "0123456789") == "" {
		return byName[t[:1]], nil
	}
	return DType{}, errs.New(errs.Type, "data type %q not understood", s)
}

func parseUnits(s string) (DType, bool) {
	name, rest, ok := strings.Cut(s, "[")
	if !ok || !strings.HasSuffix(rest, "]") {
		return DType{}, false
	}
	d := byName[name]
	unit, zone, hasZone := strings.Cut(strings.TrimSuffix(rest, "]"), ",")
	u, ok := ParseUnit(unit)
	if !ok || !d.IsTemporal() {
		return DType{}, false
	}
	d.Unit, d.TZ = u, ZoneOf(strings.TrimSpace(zone))
	if hasZone && (d.TZ == "" || !d.IsDatetime() || u == Generic || strings.ContainsAny(d.TZ, "[],")) {
		return DType{}, false
	}
	return d, true
}
