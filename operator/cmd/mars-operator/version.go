package main

import "runtime/debug"

// version is that of a release, which who builds one sets: -ldflags "-X main.version=1.2.3".
var version string

// versioned is the version of this program.
func versioned() string {
	if version != "" {
		return version
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}
