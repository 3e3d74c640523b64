// Package python is the client package, as a worker gives it to the processes that call users' functions.
//
// Floor 0.
package python

import "embed"

// Files are those of the package mars, below the folder "mars".
//
//go:embed mars/*.py mars/*/*.py mars/*/*/*.py
var Files embed.FS
