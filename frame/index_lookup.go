package frame

// indexTable is the hash of labels to their rows, built on first use.
type indexTable struct {
	first map[Label]int32
}
