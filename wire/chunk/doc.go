// Package chunk turns chunk values into a header and byte segments for spill files and transfer, and back.
//
// A value is an array, a frame, an index, a column, a cell of an object column, or a tuple of values. Encode
// describes it in a CBOR header and lists the bytes of its blocks, which are not copied; Decode reads the
// segments in order, each once, straight into blocks of an allocator. Pack lays several values into one
// object with offsets, so that one part is read alone: the output of one mapper of a shuffle.
//
// An object, all numbers little-endian:
//
//	magic   8 bytes
//	u32     number of parts
//	table   for each part u64 offset and u64 bytes
//	u32     crc32c of all before
//	records one for each part
//
// A record:
//
//	u32     bytes of the head, this number included
//	u32     number of segments
//	table   for each segment u64 bytes and u32 crc32c
//	header
//	u32     crc32c of the head so far
//	data    the segments
//
// Both sides are of the same version, so there is no other versioning than the magic.
//
// Floor 2.
package chunk
