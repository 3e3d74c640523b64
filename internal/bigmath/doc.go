// Package bigmath is the functions of mathematics to more than 200 bits, for what proves the accuracy of the
// fast ones.
//
// Floor 0.
package bigmath
