package plane

import (
	"net/http"
	"strconv"
	"strings"
)

// A span of bytes that was asked for.
type byteRange struct {
	off, n int64
	part   bool // not all of it
	ok     bool
}

func (b byteRange) header(size int64) string {
	return "bytes " + strconv.FormatInt(b.off, 10) + "-" + strconv.FormatInt(b.off+b.n-1, 10) + "/" + strconv.FormatInt(size, 10)
}

// rangeOf reads the header Range of something of size bytes whose ETag is tag, RFC 9110 section 14. Several
// ranges, units that are not bytes and a range of something else ask for all; ok is false for a range that
// lies outside.
func rangeOf(r *http.Request, size int64, tag string) byteRange {
	all := byteRange{n: size, ok: true}
	spec, ok := strings.CutPrefix(r.Header.Get("Range"), "bytes=")
	if !ok || size < 0 || strings.Contains(spec, ",") {
		return all
	}
	if t := r.Header.Get("If-Range"); t != "" && t != tag {
		return all
	}
	first, last, ok := strings.Cut(strings.TrimSpace(spec), "-")
	lo, hi := digits(first), digits(last)
	switch {
	case !ok || first != "" && lo < 0 || last != "" && hi < 0 || first == "" && last == "":
		return all
	case first == "": // the last so many bytes
		lo, hi = max(size-hi, 0), size-1
	case last == "" || hi >= size:
		hi = size - 1
	case hi < lo:
		return all
	}
	if lo > hi {
		return byteRange{}
	}
	return byteRange{off: lo, n: hi - lo + 1, part: true, ok: true}
}

// digits is a number in decimal digits, -1 for anything else.
func digits(t string) int64 {
	n, err := strconv.ParseUint(t, 10, 62)
	if err != nil {
		return -1
	}
	return int64(n)
}
