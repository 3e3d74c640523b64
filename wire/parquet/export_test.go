package parquet

import "github.com/parquet-go/parquet-go/format"

// Locations and Walk are where the pages of a column chunk lie, by the page index and by their headers.
func (f *File) Locations(group, column int) ([]format.PageLocation, error) {
	return f.locations(&tracker{r: f.r}, group, &f.Columns[column])
}

func (f *File) Walk(group, column int) ([]format.PageLocation, error) {
	return f.walk(&tracker{r: f.r}, group, &f.Columns[column])
}

// ForgetIndex makes f a file without page index.
func (f *File) ForgetIndex() {
	for g := range f.meta.RowGroups {
		for k := range f.meta.RowGroups[g].Columns {
			f.meta.RowGroups[g].Columns[k].OffsetIndexOffset = 0
		}
	}
}
