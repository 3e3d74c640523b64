// Package yarn runs a Mars cluster as a service of Hadoop YARN: it makes the Yarnfile of one and speaks to
// the resource manager's REST API for services, /app/v1/services.
//
// A service has two components, supervisor and worker, whose containers run the one static binary that a
// tarball brings. Workers begin when the supervisor is ready, and get its host from YARN.
//
// Floor 0.
package yarn
