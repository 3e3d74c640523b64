// Package defaults fills in what a MarsJob leaves open, as KubeDL did, and says what is wrong with it.
//
// Both work on what comes from the API server, so that a job which was stored before the CRD had its rules is
// treated alike.
package defaults
