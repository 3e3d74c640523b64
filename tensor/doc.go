// Package tensor is the n-dimensional array API of Mars: lazy NumPy functions over chunked arrays, one
// operator a file.
//
// A function checks its arguments and builds a node; nothing is computed before a session executes it. A bad
// call is kept in the result, with the caller's line, and is returned when the result is executed.
//
// Where an argument is of type any it takes a tensor, a number, a bool, a slice of these, or an *nd.Array.
// Functions of one tensor are methods of it too: a.Sum() is Sum(a). Elements are picked by [Tensor.Get] and
// assigned by [Tensor.Set]; what a tensor is tell [Tensor.Shape], [Tensor.Rank], [Tensor.DType] and
// [Tensor.Err]. [Axes] names axes for [Reduce] and others, [Shape] a shape.
//
// # Functions by topic
//
// Making tensors: [Array] [FromArray] [As] [Zeros] [ZerosLike] [Ones] [OnesLike] [Empty] [EmptyLike] [Full]
// [FullLike] [Arange] [Linspace] [Logspace] [Geomspace] [Spread] [Eye] [Identity] [Diag] [Diagflat] [Tri]
// [Tril] [Triu] [Vander] [Indices] [Meshgrid] [Ix] [TrilIndices] [TriuIndices] [Bartlett] [Blackman]
// [Hamming] [Hanning] [Kaiser] [FFTFreq] [RFFTFreq]
//
// Bringing results to Go: [Fetch] [FetchArray]
//
// Picking and assigning elements: [At] [By] [From] [To] [Slice] [Take] [TakeAlongAxis] [PutAlongAxis]
// [Compress] [Extract] [Choose] [Select] [Where] [Place] [Putmask] [Piecewise] [Nonzero] [FlatNonzero]
// [Argwhere] [Diagonal] [FillDiagonal] [RavelMultiIndex] [UnravelIndex]
//
// Shapes: [Shape] [Axes] [Reshape] [Resize] [Ravel] [Transpose] [MatrixTranspose] [Swapaxes] [Moveaxis]
// [Rollaxis] [ExpandDims] [Squeeze] [Atleast1d] [Atleast2d] [Atleast3d] [BroadcastTo] [BroadcastArrays]
// [Flip] [Fliplr] [Flipud] [Rot90] [Roll] [Rechunk]
//
// Joining, cutting and repeating: [Concatenate] [Stack] [Hstack] [Vstack] [Dstack] [ColumnStack] [Block]
// [Append] [Insert] [Delete] [Split] [SplitAt] [ArraySplit] [Unstack] [Tile] [Repeat] [Pad] [TrimZeros]
//
// Arithmetic, element by element: [Add] [Subtract] [Multiply] [Divide] [TrueDivide] [FloorDivide] [Mod]
// [Remainder] [Fmod] [Divmod] [Modf] [Power] [Pow] [FloatPower] [Negative] [Positive] [Abs] [Absolute] [Fabs]
// [Sign] [Signbit] [Copysign] [Reciprocal] [Square] [Sqrt] [Cbrt] [Hypot] [Heaviside] [Gcd] [Lcm] [Maximum]
// [Minimum] [Fmax] [Fmin] [Clip] [Frexp] [Ldexp] [Nextafter] [Spacing] [AsType] [NanToNum]
//
// Rounding: [Round] [Around] [Rint] [Fix] [Floor] [Ceil] [Trunc]
//
// Exponents, logarithms and trigonometry: [Exp] [Exp2] [Exp10] [Expm1] [Log] [Log2] [Log10] [Log1p]
// [Logaddexp] [Logaddexp2] [Sin] [Cos] [Tan] [Asin] [Acos] [Atan] [Atan2] [Arcsin] [Arccos] [Arctan]
// [Arctan2] [Sinh] [Cosh] [Tanh] [Asinh] [Acosh] [Atanh] [Arcsinh] [Arccosh] [Arctanh] [Sinc] [Deg2rad]
// [Degrees] [Rad2deg] [Radians] [Cosm1]
//
// Complex numbers: [Real] [Imag] [Conj] [Conjugate] [Angle] [Iscomplex] [Isreal]
//
// Bits: [BitwiseAnd] [BitwiseOr] [BitwiseXor] [BitwiseNot] [BitwiseInvert] [Invert] [BitwiseCount]
// [BitwiseLeftShift] [BitwiseRightShift] [LeftShift] [RightShift] [Packbits] [Unpackbits]
//
// Comparing, and truth: [Equal] [NotEqual] [Less] [LessEqual] [Greater] [GreaterEqual] [Isclose] [Allclose]
// [ArrayEqual] [ArrayEquiv] [LogicalAnd] [LogicalOr] [LogicalXor] [LogicalNot] [Isnan] [Isnat] [Isinf]
// [Isfinite] [Isneginf] [Isposinf] [All] [Any]
//
// Sums, extremes and moments: [Sum] [Prod] [Mean] [Average] [Median] [Var] [Std] [Min] [Max] [Ptp] [Argmin]
// [Argmax] [Quantile] [Percentile] [CountNonzero] [Cumsum] [Cumprod] [CumulativeSum] [CumulativeProd]
// [Trapezoid] [Logsumexp] [Softmax] [LogSoftmax]
//
// The same without missing values: [Nansum] [Nanprod] [Nanmean] [NanMedian] [Nanvar] [Nanstd] [Nanmin]
// [Nanmax] [Nanargmin] [Nanargmax] [NanQuantile] [NanPercentile] [Nancumsum] [Nancumprod]
//
// Statistics: [Cov] [Corrcoef] [Kendall] [Histogram] [Histogram2d] [HistogramBinEdges] [Bincount] [Digitize]
//
// Order, sets and searching: [Sort] [Argsort] [Lexsort] [Partition] [Argpartition] [TopK] [SearchSorted]
// [Unique] [UniqueAll] [UniqueAlong] [UniqueApart] [Isin] [In1d] [Intersect1d] [Union1d] [Setdiff1d]
// [Setxor1d]
//
// Differences, curves and polynomials: [Diff] [Ediff1d] [Gradient] [Interp] [Convolve] [Correlate] [Polyadd]
// [Polysub] [Polymul] [Polyder] [Polyint] [Polyval] [Polyfit]
//
// Products and linear algebra: [Dot] [Vdot] [Inner] [Outer] [Matmul] [Matvec] [Vecmat] [Vecdot] [Tensordot]
// [TensordotN] [Einsum] [MultiDot] [MatrixPower] [Kron] [Cross] [LinalgCross] [LinalgDiagonal] [LinalgOuter]
// [LinalgTrace] [Trace] [Norm] [MatrixNorm] [VectorNorm] [Cond] [Det] [Slogdet] [MatrixRank] [Inv] [Pinv]
// [Tensorinv] [Solve] [Tensorsolve] [SolveTriangular] [Lstsq] [Cholesky] [CholeskyUpper] [LU] [QR] [SVD]
// [Svdvals] [SingularValues] [Eig] [Eigh] [Eigvals] [Eigvalsh]
//
// Fourier transforms: [FFT] [IFFT] [FFT2] [IFFT2] [FFTN] [IFFTN] [RFFT] [IRFFT] [RFFT2] [IRFFT2] [RFFTN]
// [IRFFTN] [HFFT] [IHFFT] [FFTShift] [IFFTShift]
//
// Special functions: [Gamma] [Gammaln] [Gammasgn] [Gammainc] [Gammaincc] [Rgamma] [Loggamma] [Multigammaln]
// [Digamma] [Psi] [Poch] [Beta] [Betaln] [Betainc] [Binom] [Comb] [CombRepeated] [Perm] [Factorial] [Erf]
// [Erfc] [Erfinv] [Erfcinv] [Ndtr] [Ndtri] [LogNdtr] [Expit] [Logit] [LogExpit] [Softplus] [Entr] [RelEntr]
// [KlDiv] [Huber] [Boxcox] [InvBoxcox] [Xlogy] [Xlog1py] [I0] [I0e] [I1] [I1e] [J0] [J1] [K0] [K0e] [K1]
// [K1e] [Y0] [Y1]
//
// Random numbers: [NewRandom] [Rand] [Randn] [Randint] [Uniform] [Normal] [Choice] [Permutation]
//
// Universal functions: [Ufunc] [UfuncReduce] [UfuncAccumulate] [UfuncReduceat] [UfuncAt]
//
// Functions of yours: [ChunkFunc] [Tensor.MapChunks] [Deterministic]
//
// For operators, not for programs: [Of] [Raise]
//
// Floor 5.
package tensor
