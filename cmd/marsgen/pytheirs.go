package main

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// theirs are names of NumPy and pandas that the client's modules have as they are: classes, limits and rules
// that programs hand to functions, or look at. Dtypes of NumPy are found by what they are.
var theirs = map[string]string{
	"numpy": `
False_ ScalarType True_ bool broadcast broadcast_shapes busdaycalendar can_cast dtype e errstate
euler_gamma finfo flatiter format_float_positional format_float_scientific get_printoptions geterr
iinfo index_exp inf isdtype isscalar issubdtype little_endian min_scalar_type nan ndenumerate
ndindex nditer newaxis pi poly1d printoptions promote_types s_ sctypeDict set_printoptions seterr
typecodes`,
	"numpy.random": `
BitGenerator MT19937 PCG64 PCG64DXSM Philox SFC64 SeedSequence`,
	"pandas": `
ArrowDtype BooleanDtype Categorical CategoricalDtype CategoricalIndex DateOffset DatetimeIndex
DatetimeTZDtype Flags Float32Dtype Float64Dtype Grouper IndexSlice Int16Dtype Int32Dtype Int64Dtype
Int8Dtype Interval IntervalDtype IntervalIndex MultiIndex NA NaT NamedAgg Period PeriodDtype
PeriodIndex RangeIndex SparseDtype StringDtype Timedelta TimedeltaIndex Timestamp UInt16Dtype
UInt32Dtype UInt64Dtype UInt8Dtype api array describe_option errors get_option infer_freq offsets
option_context options reset_option set_option`,
}

// here are functions of pandas whose arguments are in memory or in files of the program's host: pandas runs
// them there, and what they give is sent.
const here = `bdate_range date_range timedelta_range
read_clipboard read_excel read_fwf read_gbq read_hdf read_html read_iceberg read_orc read_pickle read_sas read_spss read_sql
read_sql_query read_sql_table read_stata read_table read_xml`

// theirNames writes them into the module of names.
func theirNames(b *bytes.Buffer) {
	fmt.Fprintf(b, "\n# Functions of pandas that run where the program does, and whose frames are sent.\nHERE = (\n")
	for _, n := range strings.Fields(here) {
		fmt.Fprintf(b, "    %q,\n", n)
	}
	b.WriteString(")\n")
	b.WriteString("\n# Names of modules that the client's have as they are.\nTHEIRS = {\n")
	for _, module := range []string{"numpy", "numpy.random", "pandas"} {
		names := strings.Fields(theirs[module])
		slices.Sort(names)
		fmt.Fprintf(b, "    %q: (\n", module)
		for _, n := range names {
			fmt.Fprintf(b, "        %q,\n", n)
		}
		b.WriteString("    ),\n")
	}
	b.WriteString("}\n")
}
