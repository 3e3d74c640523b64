package op

// A Call is one chunk operand ready to run anywhere: what a subtask is made of. It is plain data.
type Call struct {
	Op      Operand
	Name    string // registered or structural name
	Stage   Stage
	Index   []int
	In      []Arg
	Outs    []Meta
	Want    []bool // outputs that anybody needs
	Keep    []bool // outputs that leave the subtask and are put to the store
	Key     Key    // of the chunk operand
	Lo      []int  // where output 0 lies in the whole value
	Full    []int  // shape of the whole value
	Site    string // the user's line
	Program []Step // a fused call: the members, in order; then Op is nil
}

// An Arg is an input of a call.
type Arg struct {
	Call int   // >= 0: output Out of an earlier call of the subtask; -1: from the store
	Out  int   // output of that call
	Part int   // >= 0: that part of a partitioned value
	Key  Key   // store key of the whole output
	Keys []Key // of a part of an exchange: the mappers, in order; the value is part Part of each, joined
	Meta Meta  // as it is known now: pending dtypes decided, symbols answered where they are
	Last bool  // nobody reads this value after the call
}

// A Step is a member of a fused call. Programs never travel: the worker lowers the operands.
type Step struct {
	Op    Operand
	Stage Stage
	In    []StepArg
	Meta  Meta // of its output
	Site  string
}

// A StepArg is the output of an earlier step, or with Step = -1 input Arg of the call.
type StepArg struct{ Step, Arg int }

// A Tuple is several values stored as one: partials that are more than an array.
type Tuple []any

// Parts is a partitioned value: one object, one piece for each reducer. A nil piece is empty.
type Parts struct{ P []any }
