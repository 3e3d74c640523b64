//go:build !race

package local_test

const raced = false
