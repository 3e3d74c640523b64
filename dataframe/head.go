package dataframe

import "github.com/mars-project/mars-go/dataframe/pick"

// Head is the first n rows; with a negative n all but the last -n. Only the chunks that hold them are
// computed.
func (d *DataFrame) Head(n int) *DataFrame { return FrameOf(apply(&pick.Head{N: &n}, d)) }

// Head is the first n rows; with a negative n all but the last -n. Only the chunks that hold them are
// computed.
func (s *Series) Head(n int) *Series { return SeriesOf(apply(&pick.Head{N: &n}, s)) }

// Tail is the last n rows; with a negative n all but the first -n.
func (d *DataFrame) Tail(n int) *DataFrame { return FrameOf(apply(&pick.Tail{N: &n}, d)) }

// Tail is the last n rows; with a negative n all but the first -n.
func (s *Series) Tail(n int) *Series { return SeriesOf(apply(&pick.Tail{N: &n}, s)) }
