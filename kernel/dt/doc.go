// Package dt computes on columns of datetimes and timedeltas: their parts, rounding, zones and texts.
//
// Instants are ticks of s, ms, us or ns since 1970 in UTC, and wall times the same ticks counted in a zone.
// Zones are those of the IANA data base: the one of the machine where it has one, else the one that the
// binary brings, so machines of a cluster should agree.
//
// Floor 2.
package dt
