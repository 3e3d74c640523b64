// Package grpcnettest is what tests of links need: a proxy that cuts, stalls and delays, and certificates of
// roles.
//
// Floor 3.
package grpcnettest
