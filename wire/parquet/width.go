package parquet

import (
	"unsafe"

	"github.com/mars-project/mars-go/frame"
)

// Width is about how many bytes a row of a column takes in the frames that Read makes, as far as the footer
// tells; 0 for nested columns and those that are not read.
func (f *File) Width(column int) int {
	c := &f.Columns[column]
	if c.Err != nil || c.leaf < 0 {
		return 0
	}
	if !c.DType.IsString() && !c.DType.IsBinary() && !c.DType.IsCategorical() {
		return int(min(widthOf(c, c.DType, f.boundsOf(c, 0, len(f.Groups))), frame.CodeWidth(c.DType.Size())))
	}
	values, bytes, listed := int64(1), int64(0), true
	for g := range f.meta.RowGroups {
		m := &f.meta.RowGroups[g].Columns[c.leaf].MetaData
		values, bytes = values+max(m.NumValues, 0), bytes+max(m.TotalUncompressedSize, 0)
		listed = listed && m.DictionaryPageOffset > 0
	}
	switch each := bytes / values; {
	case listed && each <= 4: // codes, to begin with
		return 4
	case each <= 4+frame.InlineMax:
		return viewBytes
	default:
		return viewBytes + int(each) - 4
	}
}

const viewBytes = int(unsafe.Sizeof(frame.View{}))

// Indexed reports that the file says where the pages of a column lie.
func (f *File) Indexed(column int) bool {
	c := &f.Columns[column]
	for g := range f.meta.RowGroups {
		if c.leaf < 0 || f.meta.RowGroups[g].Columns[c.leaf].OffsetIndexOffset <= 0 {
			return false
		}
	}
	return true
}
