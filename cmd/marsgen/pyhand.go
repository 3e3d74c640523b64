package main

import "strings"

// hand are the operators whose Python function is written by hand, in _hand.py beside the generated file: what they take has another form than
// the parameters of the operator. Signature and documentation are still those of the registry.
var hand = words(`
tensor.arange tensor.array tensor.average tensor.bincount tensor.atleast_1d tensor.atleast_2d tensor.atleast_3d tensor.clip tensor.concatenate
tensor.digitize tensor.einsum tensor.full tensor.full_like tensor.histogram tensor.histogram_bin_edges tensor.linspace tensor.nonzero
tensor.linalg.qr tensor.linalg.svd tensor.tensordot tensor.unique tensor.where tensor.reshape
tensor.fft.fftn tensor.fft.ifftn tensor.fft.rfftn tensor.fft.irfftn
tensor.random.choice tensor.random.permutation tensor.random.randint
dataframe.astype dataframe.apply dataframe.fillna dataframe.groupby_agg dataframe.isin
dataframe.map dataframe.merge dataframe.merge_asof dataframe.pivot_table dataframe.read_csv dataframe.read_parquet dataframe.get_dummies
dataframe.reset_index dataframe.rename_axis dataframe.concat dataframe.to_frame dataframe.to_series dataframe.to_csv dataframe.to_parquet
dataframe.where dataframe.mask dataframe.dataframe_from_tensor dataframe.series_from_tensor dataframe.DataFrame.value_counts dataframe.unstack
dataframe.quantile dataframe.round dataframe.to_datetime dataframe.read_json dataframe.to_json dataframe.read_feather dataframe.to_feather
dataframe.Series.str.replace dataframe.Series.str.cat dataframe.Series.dt.tz_localize dataframe.Series.dt.tz_convert
`)

// inside are operators that the hand-written classes call; they have no function of their own.
var inside = words(`
tensor.getitem tensor.setitem tensor.raised tensor.broadcast_with dataframe.DataFrame dataframe.Series dataframe.Index tensor.masked tensor.pick tensor.put_at tensor.put_masked tensor.parted
dataframe.as_index dataframe.assign dataframe.column dataframe.drop dataframe.filter dataframe.iloc dataframe.index dataframe.loc
dataframe.rename dataframe.select dataframe.set_columns dataframe.sort_head dataframe.isin_series dataframe.groupby_transform dataframe.groupby_head
dataframe.groupby_top dataframe.merge_groupby dataframe.chosen_rows dataframe.choose dataframe.described dataframe.transpose dataframe.few_keys
`)

// kinds is what operators of frames give where it is not a value of the kind of the first input: "reduce" is a series of a frame and a
// tensor of a series, "binary" a frame when any operand is one.
var kinds = tabled(`
dataframe: DataFrame get_dummies merge merge_asof read_csv read_parquet pivot_table unstack to_frame dataframe_from_tensor concat reset_index
	Series.dt.isocalendar Series.dt.components Series.str.extract to_csv to_parquet read_json to_json read_feather to_feather
series: Series duplicated DataFrame.value_counts unique series_from_tensor to_series
index: Index
tensor: to_tensor
reduce: all any count idxmax idxmin max mean median min nunique prod sem std sum var
binary: add sub mul truediv floordiv mod pow radd rsub rmul rtruediv rfloordiv rmod rpow eq ne lt le gt ge and or xor
`)

// kindOf is the kind of what an operator gives.
func kindOf(name string) string {
	domain, rest, _ := strings.Cut(name, ".")
	if domain == "tensor" {
		return "tensor"
	}
	if k, ok := kinds[rest]; ok {
		return k
	}
	if strings.HasPrefix(rest, "Series.") {
		return "series"
	}
	return "same"
}

// renames are parameters that NumPy and pandas spell in a way that no Go field can be.
var renames = map[string]map[string]string{"tensor.eye": {"n": "N", "m": "M"}}

// sigs are signatures that Python has and the registry's form cannot say.
var sigs = map[string]string{
	"tensor.clip":       "clip(a, a_min=<no value>, a_max=<no value>, out=None, *, min=<no value>, max=<no value>, **kwargs)",
	"tensor.arange":     "arange(start, stop=None, step=None, dtype=None, *, device=None, like=None, chunk_size=None)",
	"tensor.array":      "array(object, dtype=None, *, copy=True, order='K', subok=False, ndmin=0, like=None, chunk_size=None)",
	"tensor.where":      "where(condition, x=None, y=None, /)",
	"tensor.atleast_1d": "atleast_1d(*arys)",
	"tensor.atleast_2d": "atleast_2d(*arys)",
	"tensor.atleast_3d": "atleast_3d(*arys)",
	"tensor.einsum":     "einsum(subscripts, /, *operands, out=None, optimize=False)",
}

// taken are parameters that the operator does not have and the function written by hand deals with.
var taken = map[string]map[string]bool{
	"tensor.arange":      words("start stop step dtype chunk_size"),
	"tensor.array":       words("object dtype ndmin chunk_size order"),
	"tensor.where":       words("x y"),
	"tensor.unique":      words("return_index return_inverse return_counts equal_nan sorted"),
	"tensor.average":     words("returned"),
	"tensor.linspace":    words("retstep"),
	"tensor.concatenate": words("dtype"),
	"tensor.clip":        words("a_min a_max min max"),
	"tensor.einsum":      words("optimize"),
	"dataframe.apply":    words("func"),

	"dataframe.read_parquet": words("filters"),
	"dataframe.read_json":    words("encoding convert_axes"),
	"dataframe.to_json":      words("index indent"),
}

// encoders are parameters whose Go type says less than what they may be.
var encoders = map[string]string{"tensor.q": "numbers"}

// ravels are the functions of one axis that take all elements where it is None.
var ravels = words("tensor.sort tensor.argsort tensor.partition tensor.argpartition")

// properties are the attributes of accessors that are not called.
var properties = words(`components day day_of_week day_of_year dayofweek dayofyear days days_in_month daysinmonth hour is_leap_year is_month_end
is_month_start is_quarter_end is_quarter_start is_year_end is_year_start microsecond microseconds minute month nanosecond nanoseconds quarter
second seconds weekday year`)

// idle are parameters that change no answer: any value is taken.
var idle = words(`copy subok like device engine engine_kwargs low_memory memory_map overwrite_input cache cache_dates float_precision precise_float sparse use_threads`)

func words(s string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(s) {
		m[w] = true
	}
	return m
}

func tabled(s string) map[string]string {
	m, key := map[string]string{}, ""
	for _, w := range strings.Fields(s) {
		if k, ok := strings.CutSuffix(w, ":"); ok {
			key = k
			continue
		}
		m[w] = key
	}
	return m
}
