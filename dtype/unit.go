package dtype

// A Unit is the resolution of datetime64 and timedelta64, coarse to fine. The zero value is NumPy's generic
// unit.
type Unit uint8

const (
	Generic Unit = iota
	Year
	Month
	Week
	Day
	Hour
	Minute
	Second
	Milli
	Micro
	Nano
	Pico
	Femto
	Atto
	unitEnd
)

var unitNames = [unitEnd]string{"generic", "Y", "M", "W", "D", "h", "m", "s", "ms", "us", "ns", "ps", "fs", "as"}

// String is NumPy's name of u, as "us".
func (u Unit) String() string {
	if u >= unitEnd {
		return "invalid"
	}
	return unitNames[u]
}

// ParseUnit is the inverse of String. It also reads NumPy's "μs".
func ParseUnit(s string) (Unit, bool) {
	if s == "μs" {
		return Micro, true
	}
	for i, n := range unitNames {
		if n == s {
			return Unit(i), true
		}
	}
	return 0, false
}

// Pandas reports that pandas stores columns in unit u: s, ms, us or ns.
func (u Unit) Pandas() bool { return u >= Second && u <= Nano }

// per[u] is how many of unit u make one of the next coarser unit, weeks and finer.
var per = [unitEnd]int64{Day: 7, Hour: 24, Minute: 60, Second: 60, Milli: 1000, Micro: 1000, Nano: 1000, Pico: 1000, Femto: 1000, Atto: 1000}

// Factor is how many units of `fine` make one of `coarse`. It fails when coarse is the finer one, when a
// calendar unit (Y, M) meets a fixed one or a generic unit any other, and when the factor passes an int64.
func Factor(coarse, fine Unit) (int64, bool) {
	switch {
	case coarse == fine:
		return 1, true
	case coarse == Year && fine == Month:
		return 12, true
	case coarse < Week || fine < coarse || fine >= unitEnd:
		return 0, false
	}
	f := int64(1)
	for u := coarse + 1; u <= fine; u++ {
		if f > (1<<63-1)/per[u] {
			return 0, false
		}
		f *= per[u]
	}
	return f, true
}
