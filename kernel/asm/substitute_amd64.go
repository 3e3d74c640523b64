package asm

var substs = [...][SubstRows]func(n int, x *byte, stride int, coef *byte){
	{subst256dx1, subst256dx2, subst256dx3, subst256dx4, subst256dx5, subst256dx6, subst256dx7, subst256dx8},
	{subst256sx1, subst256sx2, subst256sx3, subst256sx4, subst256sx5, subst256sx6, subst256sx7, subst256sx8},
	{subst512dx1, subst512dx2, subst512dx3, subst512dx4, subst512dx5, subst512dx6, subst512dx7, subst512dx8},
	{subst512sx1, subst512sx2, subst512sx3, subst512sx4, subst512sx5, subst512sx6, subst512sx7, subst512sx8},
}

func (v *Vector) subst(rows, n int, x *byte, stride int, coef *byte) {
	k := 0
	if v.wide {
		k = 2
	}
	if v.Size == 4 {
		k++
	}
	substs[k][rows-1](n, x, stride, coef)
}
