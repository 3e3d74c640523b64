package wasm

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
	"github.com/tetratelabs/wazero/sys"
)

const (
	pageSize   = 64 << 10
	maxPages   = 65536 // all that 32 bits address
	maxModules = 8     // that stay compiled
)

// A runner compiles modules and calls their exports.
type runner struct {
	cache wazero.CompilationCache
	made  map[bounded]*compiled
}

// bounded is a module with a bound of its memory.
type bounded struct {
	key   [keySize]byte
	pages uint32
}

type compiled struct {
	rt  wazero.Runtime
	mod wazero.CompiledModule
}

// newRunner keeps compiled modules in a folder, if there is one.
func newRunner(dir string) *runner {
	r := &runner{made: map[bounded]*compiled{}}
	if dir != "" {
		if c, err := wazero.NewCompilationCacheWithDir(dir); err == nil {
			r.cache = c
		}
	}
	return r
}

// module compiles a module, or finds it.
func (r *runner) module(ctx context.Context, key [keySize]byte, code []byte, memory int64) (*compiled, error) {
	at := bounded{key, uint32(min(max((memory+pageSize-1)/pageSize, 1), maxPages))}
	if c := r.made[at]; c != nil {
		return c, nil
	}
	if len(r.made) == maxModules {
		for k, c := range r.made {
			_ = c.rt.Close(ctx)
			delete(r.made, k)
		}
	}
	cfg := wazero.NewRuntimeConfig().WithMemoryLimitPages(at.pages)
	if r.cache != nil {
		cfg = cfg.WithCompilationCache(r.cache)
	}
	rt := wazero.NewRuntimeWithConfig(ctx, cfg)
	mod, err := rt.CompileModule(ctx, code)
	if err == nil {
		err = prepare(ctx, rt, mod)
	} else {
		err = wrong("ValueError", "the WebAssembly module is not valid: %s", brief(err))
	}
	if err != nil {
		_ = rt.Close(ctx)
		return nil, err
	}
	r.made[at] = &compiled{rt, mod}
	return r.made[at], nil
}

// prepare gives a module what it imports: WASI of an empty machine, and nothing else.
func prepare(ctx context.Context, rt wazero.Runtime, mod wazero.CompiledModule) error {
	var wasi bool
	var others []string
	note := func(module string) {
		switch {
		case module == wasi_snapshot_preview1.ModuleName:
			wasi = true
		case !slices.Contains(others, module):
			others = append(others, module)
		}
	}
	for _, f := range mod.ImportedFunctions() {
		module, _, _ := f.Import()
		note(module)
	}
	for _, m := range mod.ImportedMemories() {
		module, _, _ := m.Import()
		note(module)
	}
	if len(others) > 0 {
		return wrong("ValueError", "the WebAssembly module imports from %s: here it has nothing but its memory, and WASI of a machine without files, network and clock", strings.Join(others, ", "))
	}
	if wasi {
		_, err := wasi_snapshot_preview1.Instantiate(ctx, rt)
		return err
	}
	return nil
}

// An instance is a module with memory of its own.
type instance struct {
	mod api.Module
	f   api.Function
}

// call runs an export in a fresh instance.
func (r *runner) call(ctx context.Context, key [keySize]byte, code []byte, c Call, ins []input, arenas []*os.File) (res result, err error) {
	k, err := r.module(ctx, key, code, c.Memory)
	if err != nil {
		return res, err
	}
	// Files, arguments, variables and clocks are nobody's, and random bytes are the same each time.
	cfg := wazero.NewModuleConfig().WithName("").WithStartFunctions("_initialize").WithStdout(os.Stdout).WithStderr(os.Stderr)
	mod, err := k.rt.InstantiateModule(ctx, k.mod, cfg)
	if err != nil {
		return res, trapped("the start of the module", err)
	}
	defer mod.Close(ctx)
	m := &instance{mod: mod, f: mod.ExportedFunction(c.Export)}
	if m.f == nil {
		return res, wrong("AttributeError", "the WebAssembly module exports no function %q; there are %s", c.Export, exports(k.mod))
	}
	if c.Each {
		return m.each(ctx, c, ins, arenas)
	}
	params, err := m.params(c, ins, arenas)
	if err != nil {
		return res, err
	}
	out, err := m.f.Call(ctx, params...)
	if err != nil {
		return res, trapped("export "+c.Export, err)
	}
	return m.given(c, out)
}

func exports(mod wazero.CompiledModule) string {
	var names []string
	for n := range mod.ExportedFunctions() {
		names = append(names, n)
	}
	slices.Sort(names)
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}

// trapped is the error of code that has trapped, or has ended the process that it takes itself to be.
func trapped(what string, err error) error {
	var exit *sys.ExitError
	if errors.As(err, &exit) {
		return wrong("RuntimeError", "%s ended with exit code %d", what, exit.ExitCode())
	}
	return wrong("RuntimeError", "%s trapped: %s", what, brief(err))
}

// brief is the first line of an error, and the innermost functions.
func brief(err error) string {
	lines := strings.Split(strings.TrimPrefix(err.Error(), "wasm error: "), "\n")
	out := lines[0]
	var at []string
	for _, l := range lines[1:] {
		if l = strings.TrimSpace(l); strings.HasPrefix(l, ".") && len(at) < 3 {
			at = append(at, strings.TrimPrefix(l, "."))
		}
	}
	if len(at) > 0 {
		out += fmt.Sprintf(" in %s", strings.Join(at, ", called by "))
	}
	return strings.TrimPrefix(out, "wasm error: ")
}

// allocators are exports that give memory: address of so many bytes.
var allocators = []string{"mars_alloc", "malloc", "alloc"}

// array copies an input to memory of the module, and gives its address and how many elements it has.
func (m *instance) array(in input, arenas []*os.File, i int) (at uint32, n int64, err error) {
	if in.Kind != "array" {
		return 0, 0, wrong("TypeError", "argument %d is a %s: a module takes numbers and arrays", i+1, in.Kind)
	}
	n = int64(in.elements())
	bytes := in.bytes()
	if bytes == 0 {
		return 0, n, nil
	}
	var alloc api.Function
	for _, name := range allocators {
		if f := m.mod.ExportedFunction(name); alloc == nil && f != nil {
			alloc = f
		}
	}
	if alloc == nil || m.mod.Memory() == nil {
		return 0, 0, wrong("TypeError", "argument %d is an array: the module has to export memory, and mars_alloc(bytes i32) -> i32", i+1)
	}
	if t := alloc.Definition(); len(t.ParamTypes()) != 1 || len(t.ResultTypes()) != 1 || t.ParamTypes()[0] != api.ValueTypeI32 || t.ResultTypes()[0] != api.ValueTypeI32 {
		return 0, 0, wrong("TypeError", "export %s is no function of an i32 that gives one", t.Name())
	}
	if bytes >= maxPages*pageSize {
		return 0, 0, wrong("MemoryError", "argument %d has %d bytes: a module has less than 4 GiB", i+1, bytes)
	}
	got, err := alloc.Call(context.Background(), uint64(bytes))
	if err != nil {
		return 0, 0, trapped("export "+alloc.Definition().Name(), err)
	}
	at = uint32(got[0])
	to, ok := m.mod.Memory().Read(at, uint32(bytes))
	if at == 0 || !ok {
		return 0, 0, wrong("MemoryError", "the module has no room for the %d bytes of argument %d: give it more memory=", bytes, i+1)
	}
	return at, n, in.copyTo(to, arenas)
}
