package tensor

func two(name string, a, b any) (x, y *Tensor, err error) {
	if x, err = As(a); err != nil {
		return nil, nil, err
	}
	y, err = As(b)
	return x, y, err
}
