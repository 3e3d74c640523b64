package dataframe

import "github.com/mars-project/mars-go/op"

// ArgSort is the places of the values in ascending order, missing ones last, under the labels of the series.
// Equal values keep their order.
func (s *Series) ArgSort() *Series { return SeriesOf(apply(&argSort{}, s)) }

type argSort struct{ op.Recipe }

func init() {
	op.Register[argSort](op.Doc{
		Name: "dataframe.Series.argsort", Like: "pandas.Series.argsort", Methods: "Series.argsort Index.argsort", Labels: "tensor ()", Summary: "Places of the values in ascending order",
		Sig: "argsort(series, axis=0, kind='quicksort', order=None, stable=None)", Forms: "kind=own order=own stable=own", Notes: "Equal values keep their order, whatever kind says.",
	})
}

// Build sorts numbered rows; their numbers are met by place with the labels.
func (o *argSort) Build(s *Series) *Series {
	const label = "place"
	places := s.DropIndex().SortValues().Index().ToTensor()
	return s.ToFrame(label).Assign(C{label, places}).Col(label).Rename(s.Name())
}
