package files

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/wire/csv"
)

// packing is how a file is compressed, of what a user may give: a name, "infer", "none", or a dict of the
// method alone. Empty is not at all. function is whom errors name.
func packing(function string, given any, path string) (string, error) {
	switch v := given.(type) {
	case nil:
		return csv.Compression(path), nil
	case string:
		switch v {
		case "", "infer":
			return csv.Compression(path), nil
		case "none":
			return "", nil
		}
		return v, nil
	case op.Dict:
		var method any = "infer"
		for _, e := range v {
			if e.Key != "method" {
				return "", errs.New(errs.Type, "%s: compression with '%v' is not there yet, give the method alone", function, e.Key)
			}
			if method = e.Value; method == nil {
				method = "none"
			}
		}
		return packing(function, method, path)
	}
	return "", errs.New(errs.Type, "%s: compression is a name or a dict, not a %T", function, given)
}

// textMethod is how a file of text is compressed that is written.
func textMethod(function string, given any, path string) (string, error) {
	method, err := packing(function, given, path)
	if err == nil && method != "" && method != "gzip" && method != "zstd" {
		return "", errs.New(errs.Invalid, "compression %q is not written: choose gzip, zstd or none", method)
	}
	return method, err
}

// named is a user's name of a compression, nil for none given.
func named(compression string) any {
	if compression == "" {
		return nil
	}
	return compression
}

// texts are the texts of a value, or of each of a list.
func texts(v any) (out []string) {
	switch v := v.(type) {
	case nil:
		return nil
	case []string:
		return v
	case []any:
		for _, e := range v {
			out = append(out, texts(e)...)
		}
	case []int64:
		for _, e := range v {
			out = append(out, texts(e)...)
		}
	case []float64:
		for _, e := range v {
			out = append(out, texts(e)...)
		}
	default:
		if l, ok := frame.LabelOf(v); ok {
			out = []string{l.String()}
		}
	}
	return out
}

// given is a list as a parameter without a type, nil for none.
func given(names []string) any {
	if names == nil {
		return nil
	}
	return names
}
