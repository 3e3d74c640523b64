package linalg

// packRows writes a as panels of r rows: for every column the r elements, padded with zeros at the bottom
// edge. Each element is multiplied by alpha.
func packRows[T Num](out []T, a Mat[T], r int, alpha T) {
	for i := 0; i < a.Rows; i += r {
		h := min(r, a.Rows-i)
		panel := out[:r*a.Cols]
		if h < r {
			clear(panel)
		}
		for k := range h {
			p := a.at(i+k, 0)
			if a.CS == 1 {
				for j, v := range a.Data[p : p+a.Cols] {
					panel[j*r+k] = v
				}
				continue
			}
			for j := range a.Cols {
				panel[j*r+k] = a.Data[p]
				p += a.CS
			}
		}
		if a.Conj {
			conjugate(panel)
		}
		if alpha != 1 {
			for j, v := range panel {
				panel[j] = v * alpha
			}
		}
		out = out[r*a.Cols:]
	}
}

// conjugate conjugates complex elements in place.
func conjugate[T Num](x []T) {
	switch s := any(x).(type) {
	case []complex64:
		for i, v := range s {
			s[i] = complex(real(v), -imag(v))
		}
	case []complex128:
		for i, v := range s {
			s[i] = complex(real(v), -imag(v))
		}
	}
}
