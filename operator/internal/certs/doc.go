// Package certs makes the certificates of the operator's webhooks, and others in time.
//
// They stand in a secret that all operators of a cluster read, and whoever comes first writes. It has a
// certificate that signs, one of the server that it has signed, and those that signed before and are still
// valid: an operator that has not read the new ones is believed until it has.
package certs
