// Package metrics counts what the operator does and sees, for /metrics: mars_operator_*.
package metrics
