package basic

// The functions of one source for single numbers, for packages above; their bounds are those of Bounds.

// Exp is e^x.
func Exp(x float64) float64 { return expD(x) }

// Log is the natural logarithm.
func Log(x float64) float64 { return logD(x) }

// Log1p is log(1+x).
func Log1p(x float64) float64 { return log1pD(x) }

// Pow is x to the y.
func Pow(x, y float64) float64 { return powerD(x, y) }
