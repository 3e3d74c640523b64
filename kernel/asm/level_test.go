package asm

import (
	"slices"
	"testing"
)

func TestChoose(t *testing.T) {
	for _, c := range []struct {
		want string
		best Level
		is   Level
	}{
		{"", Portable, Portable},
		{"", AVX512, AVX512},
		{"portable", AVX512, Portable},
		{"avx2", AVX512, AVX2},
		{"avx512", AVX512, AVX512},
	} {
		if l := choose(c.want, c.best); l != c.is {
			t.Errorf("MARS_CPU=%q with %v is %v, want %v", c.want, c.best, l, c.is)
		}
	}
	for _, c := range []struct {
		want string
		best Level
		says string
	}{
		{"AVX2", AVX512, "MARS_CPU=AVX2: want portable, avx2 or avx512"},
		{"avx512", AVX2, "MARS_CPU=avx512: this CPU has no more than avx2"},
		{"avx2", Portable, "MARS_CPU=avx2: this CPU has no more than portable"},
	} {
		func() {
			defer func() {
				if r := recover(); r != c.says {
					t.Errorf("MARS_CPU=%q with %v says %v, want %q", c.want, c.best, r, c.says)
				}
			}()
			choose(c.want, c.best)
		}()
	}
}

func TestLevels(t *testing.T) {
	ls := Levels()
	if ls[0] != Portable || ls[len(ls)-1] != Best() || !slices.Contains(ls, Active()) {
		t.Errorf("levels %v, active %v, best %v", ls, Active(), Best())
	}
}
