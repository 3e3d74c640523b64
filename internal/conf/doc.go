// Package conf holds the settings of a program. Their values come from flags, from the environment, from one
// strict YAML file, or are defaults, in this order; each setting knows where its value came from.
//
// Floor 0.
package conf
