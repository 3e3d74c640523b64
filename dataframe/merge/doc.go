// Package merge joins the rows of two frames: merge, merge_asof, and groups over a merge.
//
// merge.go is what users ask for, plan.go its columns, tile.go the choice of a physical join. Package
// dataframe has the functions that users call, and kernel/join the loops.
//
// Floor 5.
package merge
