package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/cells"
	"github.com/mars-project/mars-go/dataframe/merge"
	"github.com/mars-project/mars-go/dataframe/pick"
	"github.com/mars-project/mars-go/dataframe/query"
	"github.com/mars-project/mars-go/dataframe/text"
)

// What users write of rooms, which compute it.
type (
	// CategoryType is the dtype of categories, with which AsType makes them.
	CategoryType = cells.CategoryType
	// MergeOptions are the options of Merge. On and the others are one label or a list of labels.
	MergeOptions = merge.MergeOptions
	// Labels are row or column labels, as At and Between give them.
	Labels = pick.Labels
	// StrCat are the options of Str.Cat.
	StrCat = text.StrCat
	// Vars are the variables that an expression of Query and Eval may name: @x is the value of "x".
	Vars = query.Vars
)

// AllLabels are all labels of an axis.
var AllLabels = pick.AllLabels
