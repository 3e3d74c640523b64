// Package size reads and writes sizes of memory as people do: 512m, 4g, 1.5GiB, 80%.
//
// Floor 0.
package size

import (
	"math"
	"strconv"
	"strings"

	"github.com/mars-project/mars-go/errs"
)

// A Size is a number of bytes, or a share of something. The zero value says nothing.
type Size struct {
	Bytes   int64
	Percent float64 // of what Of is given; Bytes is 0 then
}

// Parse reads "1048576", "512k", "64m", "4g", "1.5GiB", "2TB" or "80%"; letters count in powers of 1024.
func Parse(s string) (Size, error) {
	t := strings.ToLower(strings.TrimSpace(s))
	if p, ok := strings.CutSuffix(t, "%"); ok {
		f, err := strconv.ParseFloat(strings.TrimSpace(p), 64)
		if err != nil || !(f > 0 && f <= 100) {
			return Size{}, errs.New(errs.Invalid, "%q is not a share; write it as 80%%, more than 0%% and at most 100%%", s)
		}
		return Size{Percent: f}, nil
	}
	t = strings.TrimSuffix(strings.TrimSuffix(t, "b"), "i")
	shift := 0
	if n := len(t); n > 0 {
		if k := strings.IndexByte("kmgt", t[n-1]); k >= 0 {
			shift, t = 10*(k+1), t[:n-1]
		}
	}
	f, err := strconv.ParseFloat(strings.TrimSpace(t), 64)
	if err != nil || !(f >= 0 && f*float64(int64(1)<<shift) <= 1<<62) {
		return Size{}, errs.New(errs.Invalid, "%q is not a size; write it as 512m, 4g or 1.5GiB", s)
	}
	return Size{Bytes: int64(f * float64(int64(1)<<shift))}, nil
}

// Of is the size in bytes where it is a share of total.
func (s Size) Of(total int64) int64 {
	if s.Percent != 0 {
		return int64(math.Round(float64(total) / 100 * s.Percent))
	}
	return s.Bytes
}

// IsZero says whether s says nothing.
func (s Size) IsZero() bool { return s == Size{} }

// String writes s so that Parse reads the same: "80%", "512MiB", "1000000" where no larger unit is exact.
func (s Size) String() string {
	if s.Percent != 0 {
		return strconv.FormatFloat(s.Percent, 'g', -1, 64) + "%"
	}
	for _, u := range []struct {
		name  string
		shift int
	}{{"TiB", 40}, {"GiB", 30}, {"MiB", 20}, {"KiB", 10}} {
		if s.Bytes != 0 && s.Bytes%(1<<u.shift) == 0 {
			return strconv.FormatInt(s.Bytes>>u.shift, 10) + u.name
		}
	}
	return strconv.FormatInt(s.Bytes, 10)
}

// Text is n bytes for people, with three digits: "1.25 GiB".
func Text(n int64) string {
	f, u := float64(n), 0
	for ; math.Abs(f) >= 999.5 && u < 4; u++ {
		f /= 1024
	}
	if u == 0 {
		return strconv.FormatInt(n, 10) + " B"
	}
	digits := 2
	if a := math.Abs(f); a >= 99.95 {
		digits = 0
	} else if a >= 9.995 {
		digits = 1
	}
	return strconv.FormatFloat(f, 'f', digits, 64) + " " + [...]string{"B", "KiB", "MiB", "GiB", "TiB"}[u]
}
