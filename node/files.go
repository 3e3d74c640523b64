package node

import (
	"net/url"

	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/webfile"
)

// keepWithin bounds the files of this process. What is read of web servers is bounded beside, for they lead
// from one to another.
func keepWithin(b *op.Bounds) error {
	if b == nil {
		return nil
	}
	if err := op.Within(b); err != nil || b.AnyURL {
		return err
	}
	urls, err := b.Places()
	if err == nil {
		webfile.Within(append([]*url.URL{}, urls...)) // none are bounds too
	}
	return err
}
