package groupby

import "github.com/mars-project/mars-go/op"

const (
	countedGroups = "(numeric_only=False, min_count=0)"
	foundGroups   = "(numeric_only=False, min_count=-1)"
	spreadGroups  = "(ddof=1, numeric_only=False)"
)

// groupMethods are the aggregates that Python has as methods of groups.
var groupMethods = []op.Method{
	{Sig: "sum" + countedGroups, Summary: "Sum of each group", Gives: "keyed"},
	{Sig: "prod" + countedGroups, Summary: "Product of each group", Gives: "keyed"},
	{Sig: "mean(numeric_only=False)", Summary: "Mean of each group", Gives: "keyed"},
	{Sig: "median(numeric_only=False)", Summary: "Median of each group", Gives: "keyed"},
	{Sig: "min" + foundGroups, Summary: "Smallest value of each group", Gives: "keyed"},
	{Sig: "max" + foundGroups, Summary: "Greatest value of each group", Gives: "keyed"},
	{Sig: "first" + foundGroups, Summary: "First value of each group that is not missing", Gives: "keyed"},
	{Sig: "last" + foundGroups, Summary: "Last value of each group that is not missing", Gives: "keyed"},
	{Sig: "std" + spreadGroups, Summary: "Standard deviation of each group", Gives: "keyed"},
	{Sig: "var" + spreadGroups, Summary: "Variance of each group", Gives: "keyed"},
	{Sig: "sem" + spreadGroups, Summary: "Standard error of the mean of each group", Gives: "keyed"},
	{Sig: "count()", Summary: "Number of values of each group that are not missing", Gives: "keyed"},
	{Sig: "any()", Summary: "Whether any value of each group is true", Gives: "keyed"},
	{Sig: "all()", Summary: "Whether all values of each group are true", Gives: "keyed"},
	{Sig: "size()", Summary: "Number of rows of each group", Gives: "size"},
	{Sig: "nunique(dropna=True)", Summary: "Number of distinct values of each group", Forms: "dropna=inverse:keep_null", Gives: "keyed"},
	{
		Sig: "quantile(q=0.5, interpolation='linear', numeric_only=False)", Forms: "q=floats:list", Gives: "keyed",
		Summary: "A quantile of each group, or a row for each of a list of them",
	},
}
