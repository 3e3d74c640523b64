// Package dataframe is the table API of Mars: lazy pandas functions over chunked frames, one operator a file.
//
// Answers, order of rows, dtypes and errors are those of pandas 3. A derived frame never changes its parent.
//
// A function checks its arguments and builds a node; nothing is computed before a session executes it. A bad
// call is kept in the result, with the caller's line: [DataFrame.Err] tells it, and who executes the result
// gets it. A label is a text, a number, a bool, a time, or nil, whatever is in the frame; keys of
// [DataFrame.GroupBy] and [Merge] are labels of columns, a slice of them, or series.
//
// # By topic
//
// What is listed of [DataFrame] is there for [Series] too where it makes sense; [Str], [Dt], [GroupBy],
// [Rolling] and [Resampled] have methods of their own.
//
// Making frames, series and indexes: [New] [NewWith] [NewSeries] [NewIndex] [FromFrame] [FromRecords]
// [FromTensor] [SeriesFromFrame] [SeriesFromTensor] [Concat] [ConcatSeries] [AssembleDatetimes]
//
// Reading and writing files: [ReadCSV] [ReadParquet] [ReadFeather] [ReadJSON] [DataFrame.ToCSV]
// [DataFrame.ToParquet] [DataFrame.ToFeather] [DataFrame.ToJSON]
//
// Bringing results to Go: [FetchFrame] [FetchColumn] [FetchInto] [FetchRows] [FetchRecords] [FetchValue]
// [Scalar.Fetch] [DataFrame.String]
//
// What there is: [DataFrame.Columns] [DataFrame.Index] [DataFrame.Rows] [Series.Name] [DataFrame.Err]
// [DataFrame.SelectDtypes] [DataFrame.Describe]
//
// Columns: [DataFrame.Col] [DataFrame.Select] [DataFrame.Assign] [DataFrame.Set] [DataFrame.Drop]
// [DataFrame.DropBy] [DataFrame.Rename] [DataFrame.SetColumns] [DataFrame.AddPrefix] [DataFrame.AddSuffix]
// [DataFrame.Part]
//
// Rows and cells: [DataFrame.Head] [DataFrame.Tail] [DataFrame.Filter] [DataFrame.Query] [DataFrame.Loc]
// [DataFrame.LocRow] [DataFrame.Iloc] [DataFrame.IlocRow] [DataFrame.IlocCol] [DataFrame.At] [DataFrame.Iat]
// [DataFrame.SetLoc] [DataFrame.SetIloc] [Series.Between] [DataFrame.Take] [DataFrame.TakeColumns]
// [DataFrame.Sample] [DataFrame.DropRows] [DataFrame.XsLevel] [DataFrame.AtTime] [DataFrame.BetweenTime]
// [Series.DropIndex] [DataFrame.Flat] [DataFrame.T] [DataFrame.Explode] [At] [Between]
//
// Labels: [DataFrame.SetIndex] [DataFrame.SetIndexWith] [DataFrame.ResetIndex] [DataFrame.Reindex]
// [DataFrame.ReindexLike] [DataFrame.SetLabels] [DataFrame.RenameAxis] [DataFrame.RenameColumnAxis]
// [DataFrame.DropLevel] [DataFrame.SwapLevel] [DataFrame.ReorderLevels] [Index.Append] [Index.Insert]
// [Index.Delete] [Index.Drop] [Index.Take] [Index.Level] [Index.Rename] [Index.Union] [Index.Intersection]
// [Index.Difference] [Index.SymmetricDifference]
//
// Order and repeats: [DataFrame.SortValues] [DataFrame.SortIndex] [DataFrame.NLargest] [DataFrame.NSmallest]
// [DataFrame.Rank] [Series.ArgSort] [DataFrame.Duplicated] [DataFrame.DropDuplicates] [Series.Unique]
// [DataFrame.ValueCounts]
//
// Arithmetic and logic: [DataFrame.Add] [DataFrame.Sub] [DataFrame.Mul] [DataFrame.Div] [DataFrame.FloorDiv]
// [DataFrame.Mod] [DataFrame.Pow] [DataFrame.RAdd] [DataFrame.RSub] [DataFrame.RMul] [DataFrame.RDiv]
// [DataFrame.RFloorDiv] [DataFrame.RMod] [DataFrame.RPow] [DataFrame.Neg] [DataFrame.Abs] [DataFrame.Round]
// [DataFrame.Clip] [DataFrame.And] [DataFrame.Or] [DataFrame.Xor] [DataFrame.Not] [DataFrame.Eval]
//
// Comparing: [DataFrame.Eq] [DataFrame.Ne] [DataFrame.Lt] [DataFrame.Le] [DataFrame.Gt] [DataFrame.Ge]
// [DataFrame.Equals] [DataFrame.IsIn] [DataFrame.IsInOf] [DataFrame.IsInByColumn] [Series.IsInSeries]
//
// Missing values: [DataFrame.IsNA] [DataFrame.NotNA] [DataFrame.FillNA] [DataFrame.FFill] [DataFrame.BFill]
// [DataFrame.DropNA] [DataFrame.Interpolate] [DataFrame.CombineFirst] [DataFrame.Updated] [DataFrame.Where]
// [DataFrame.Mask] [DataFrame.Replace]
//
// Types: [DataFrame.AsType] [DataFrame.InferObjects] [ToNumeric] [ToDatetime] [ToTimedelta] [Series.Cut]
// [Series.QCut] [DataFrame.GetDummies] [CategoryType]
//
// Functions of yours: [RowFunc] [BatchFunc] [GroupFunc] [DataFrame.ApplyFunc] [DataFrame.MapBatches]
// [DataFrame.MapGroups] [Apply] [Deterministic] [RegisterFunc] [DataFrame.Apply] [Series.Map] [Row.Get]
// [Row.Float] [Row.Fail]
//
// One number of each column: [DataFrame.Sum] [DataFrame.Prod] [DataFrame.Mean] [DataFrame.Median]
// [DataFrame.Min] [DataFrame.Max] [DataFrame.Std] [DataFrame.Var] [DataFrame.Sem] [DataFrame.Skew]
// [DataFrame.Kurt] [DataFrame.Count] [DataFrame.NUnique] [DataFrame.Mode] [DataFrame.Quantile]
// [DataFrame.Quantiles] [DataFrame.IdxMin] [DataFrame.IdxMax] [Series.ArgMin] [Series.ArgMax] [DataFrame.All]
// [DataFrame.Any] [DataFrame.Agg] [DataFrame.Corr] [DataFrame.Corrwith] [DataFrame.Cov] [Series.Autocorr]
//
// Along rows: [DataFrame.CumSum] [DataFrame.CumProd] [DataFrame.CumMin] [DataFrame.CumMax] [DataFrame.Diff]
// [DataFrame.Shift] [DataFrame.PctChange] [DataFrame.Rolling] [DataFrame.RollingTime] [DataFrame.Expanding]
// [DataFrame.Ewm] [DataFrame.Resample]
//
// Groups: [DataFrame.GroupBy] [GroupBy.Agg] [GroupBy.Transform] [GroupBy.Sum] [GroupBy.Mean] [GroupBy.Size]
// [GroupBy.First] [GroupBy.Nth] [GroupBy.Head] [GroupBy.CumSum] [GroupBy.Rank] [GroupBy.Col] [SeriesGroupBy]
//
// Joining: [DataFrame.Merge] [MergeAsof] [DataFrame.Join] [Merge]
//
// Reshaping: [DataFrame.Pivot] [DataFrame.PivotTable] [DataFrame.Melt] [DataFrame.Stack]
// [DataFrame.StackLast] [DataFrame.Unstack] [Series.ToFrame] [DataFrame.ToTensor]
//
// Text and times: [Series.Str] [Series.Dt]
//
// For operators, not for programs: [FrameOf] [SeriesOf] [IndexOf] [ScalarOf] [DataFrame.Value]
//
// Floor 5.
package dataframe
