package expr

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// numberLen is how many bytes of s belong to the number that it begins with: letters that follow too, so that
// 1x is one wrong number.
func numberLen(s string) int {
	hex := len(s) > 1 && s[0] == '0' && strings.IndexByte("xXbBoO", s[1]) >= 0
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c >= '0' && c <= '9', c == '_', c == '.' && !hex, c|0x20 >= 'a' && c|0x20 <= 'z':
		case (c == '+' || c == '-') && !hex && i > 0 && s[i-1]|0x20 == 'e':
		default:
			return i
		}
	}
	return len(s)
}

// number is a literal of Python: int64, uint64 where it is too large for that, float64 or complex128.
func number(s string) (any, error) {
	bad := fmt.Errorf("%s is no number", s)
	if strings.HasSuffix(s, "_") || strings.Contains(s, "__") || strings.Contains(s, "_.") || strings.Contains(s, "._") {
		return nil, bad
	}
	low := strings.ToLower(strings.ReplaceAll(s, "_", ""))
	if len(low) > 1 && low[0] == '0' && strings.IndexByte("xbo", low[1]) >= 0 {
		return integer(low, 0, bad)
	}
	if body, ok := strings.CutSuffix(low, "j"); ok {
		v, err := float(body, bad)
		return complex(0, v), err
	}
	if strings.ContainsAny(low, ".e") {
		v, err := float(low, bad)
		return v, err
	}
	if strings.TrimLeft(low, "0") != low && strings.Trim(low, "0") != "" {
		return nil, fmt.Errorf("%s: leading zeros are not permitted; an octal number is written 0o%s", s, strings.TrimLeft(low, "0"))
	}
	return integer(low, 10, bad)
}

func integer(s string, base int, bad error) (any, error) {
	if v, err := strconv.ParseInt(s, base, 64); err == nil {
		return v, nil
	}
	v, err := strconv.ParseUint(s, base, 64)
	if errors.Is(err, strconv.ErrRange) {
		return nil, fmt.Errorf("%s is too large for 64 bits", s)
	}
	if err != nil {
		return nil, bad
	}
	return v, nil
}

// float is a decimal number; what is too large is infinite, as in Python.
func float(s string, bad error) (float64, error) {
	if s == "" || strings.Trim(s, "0123456789.e+-") != "" {
		return 0, bad
	}
	v, err := strconv.ParseFloat(s, 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		return 0, bad
	}
	return v, nil
}
