package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// A cast3 is an instruction of three operands, with its form that broadcasts the first.
type cast3 struct{ plain, cast func(...Op) }

// A fusedForm is an instruction for one sign, by which operand of to = a*b+c is overwritten. sum: r = x*y +
// r; left: r = r*x + y.
type fusedForm struct{ sum, left cast3 }

// instructions are those for lanes of 64 or 32 bits.
type instructions struct {
	bytes              int
	wide, narrow       map[string]cast3
	fused              map[string]fusedForm
	sqrt, shl, shr     func(...Op)
	rndscale           func(...Op)
	round              func(i, x, r Op)
	compare, blend     cast3
	blendv             func(m, yes, no, r Op)
	perm, perm2, scale func(...Op)
	getexp, getmant    func(...Op)
	spread, ternary    func(...Op)
	test, class        func(...Op)
	magnitude          func(...Op)

	signs func(x, r Op)
}

func three3(f func(a, b, c Op)) func(...Op) { return func(o ...Op) { f(o[0], o[1], o[2]) } }

func same(f func(...Op)) cast3 { return cast3{f, f} }

var doubles = instructions{
	bytes: 8,
	wide: map[string]cast3{
		"add": {VADDPD, VADDPD_BCST}, "sub": {VSUBPD, VSUBPD_BCST}, "mul": {VMULPD, VMULPD_BCST}, "div": {VDIVPD, VDIVPD_BCST},
		"min": {VMINPD, VMINPD_BCST}, "max": {VMAXPD, VMAXPD_BCST},
		"and": {VPANDQ, VPANDQ_BCST}, "or": {VPORQ, VPORQ_BCST}, "xor": {VPXORQ, VPXORQ_BCST}, "andn": {VPANDNQ, VPANDNQ_BCST},
		"addi": {VPADDQ, VPADDQ_BCST}, "subi": {VPSUBQ, VPSUBQ_BCST},
	},
	narrow: map[string]cast3{
		"add": same(VADDPD), "sub": same(VSUBPD), "mul": same(VMULPD), "div": same(VDIVPD), "min": same(VMINPD), "max": same(VMAXPD),
		"and": same(three3(VPAND)), "or": same(three3(VPOR)), "xor": same(three3(VPXOR)), "andn": same(three3(VPANDN)),
		"addi": same(VPADDQ), "subi": same(VPSUBQ),
	},
	fused: map[string]fusedForm{
		"fma":  {cast3{VFMADD231PD, VFMADD231PD_BCST}, cast3{VFMADD213PD, VFMADD213PD_BCST}},
		"fnma": {cast3{VFNMADD231PD, VFNMADD231PD_BCST}, cast3{VFNMADD213PD, VFNMADD213PD_BCST}},
		"fms":  {cast3{VFMSUB231PD, VFMSUB231PD_BCST}, cast3{VFMSUB213PD, VFMSUB213PD_BCST}},
	},
	sqrt: VSQRTPD, shl: VPSLLQ, shr: VPSRLQ, rndscale: VRNDSCALEPD, round: VROUNDPD,
	compare: cast3{VCMPPD, VCMPPD_BCST}, blend: cast3{VBLENDMPD, VBLENDMPD_BCST}, blendv: VBLENDVPD,
	perm: VPERMPD, perm2: VPERMI2PD, scale: VSCALEFPD, getexp: VGETEXPPD, getmant: VGETMANTPD, spread: VBROADCASTSD, ternary: VPTERNLOGQ_BCST, test: VPTESTMQ_BCST, magnitude: VRANGEPD, class: VFPCLASSPDZ, signs: VMOVMSKPD,
}

var singles = instructions{
	bytes: 4,
	wide: map[string]cast3{
		"add": {VADDPS, VADDPS_BCST}, "sub": {VSUBPS, VSUBPS_BCST}, "mul": {VMULPS, VMULPS_BCST}, "div": {VDIVPS, VDIVPS_BCST},
		"min": {VMINPS, VMINPS_BCST}, "max": {VMAXPS, VMAXPS_BCST},
		"and": {VPANDD, VPANDD_BCST}, "or": {VPORD, VPORD_BCST}, "xor": {VPXORD, VPXORD_BCST}, "andn": {VPANDND, VPANDND_BCST},
		"addi": {VPADDD, VPADDD_BCST}, "subi": {VPSUBD, VPSUBD_BCST},
	},
	narrow: map[string]cast3{
		"add": same(VADDPS), "sub": same(VSUBPS), "mul": same(VMULPS), "div": same(VDIVPS), "min": same(VMINPS), "max": same(VMAXPS),
		"and": same(three3(VPAND)), "or": same(three3(VPOR)), "xor": same(three3(VPXOR)), "andn": same(three3(VPANDN)),
		"addi": same(VPADDD), "subi": same(VPSUBD),
	},
	fused: map[string]fusedForm{
		"fma":  {cast3{VFMADD231PS, VFMADD231PS_BCST}, cast3{VFMADD213PS, VFMADD213PS_BCST}},
		"fnma": {cast3{VFNMADD231PS, VFNMADD231PS_BCST}, cast3{VFNMADD213PS, VFNMADD213PS_BCST}},
		"fms":  {cast3{VFMSUB231PS, VFMSUB231PS_BCST}, cast3{VFMSUB213PS, VFMSUB213PS_BCST}},
	},
	sqrt: VSQRTPS, shl: VPSLLD, shr: VPSRLD, rndscale: VRNDSCALEPS, round: VROUNDPS,
	compare: cast3{VCMPPS, VCMPPS_BCST}, blend: cast3{VBLENDMPS, VBLENDMPS_BCST}, blendv: VBLENDVPS,
	perm: VPERMPS, perm2: VPERMI2PS, scale: VSCALEFPS, getexp: VGETEXPPS, getmant: VGETMANTPS, spread: VBROADCASTSS, ternary: VPTERNLOGD_BCST, test: VPTESTMD_BCST, magnitude: VRANGEPS, class: VFPCLASSPSZ, signs: VMOVMSKPS,
}
