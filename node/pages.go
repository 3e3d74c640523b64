package node

import (
	"sync"

	"github.com/mars-project/mars-go/web/ui"
)

// pages are what people see at a web port.
var pages = sync.OnceValues(ui.Handler)
