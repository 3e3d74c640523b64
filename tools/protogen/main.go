// Command protogen writes Go from the protobuf files of a folder, without protoc: messages by protoc-gen-go,
// services by protoc-gen-connect-go.
//
//	protogen -proto proto -out gen             # Go files
//	protogen -proto proto -descriptor set.binpb # descriptor set, for the check of compatibility
//	protogen -proto proto -page api.html        # what the comments say
//
// Floor 9.
package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bufbuild/protocompile"
	gengo "google.golang.org/protobuf/cmd/protoc-gen-go/internal_gengo"
	"google.golang.org/protobuf/compiler/protogen"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/pluginpb"
)

func main() {
	root := flag.String("proto", "proto", "folder of the .proto files")
	out := flag.String("out", "", "folder for Go files")
	descriptor := flag.String("descriptor", "", "file for the descriptor set")
	page := flag.String("page", "", "file for the reference, as the body of an HTML page")
	flag.Parse()
	if err := run(*root, *out, *descriptor, *page); err != nil {
		fmt.Fprintln(os.Stderr, "protogen:", err)
		os.Exit(1)
	}
}

func run(root, out, descriptor, page string) error {
	files, err := protos(root)
	if err != nil {
		return err
	}
	c := protocompile.Compiler{
		Resolver:       protocompile.WithStandardImports(&protocompile.SourceResolver{ImportPaths: []string{root}}),
		SourceInfoMode: protocompile.SourceInfoStandard,
	}
	compiled, err := c.Compile(context.Background(), files...)
	if err != nil {
		return err
	}
	var set closure
	for _, f := range compiled {
		set.add(f)
	}
	if descriptor != "" {
		if err := writeSet(descriptor, set.files); err != nil {
			return err
		}
	}
	if page != "" {
		var fs []protoreflect.FileDescriptor
		for _, f := range compiled {
			fs = append(fs, f)
		}
		if err := writePage(page, fs); err != nil {
			return err
		}
	}
	if out == "" {
		return nil
	}
	return writeGo(out, files, set.files)
}

// connectPlugin is the plugin that writes clients and handlers of services; this module names its version as
// a tool.
const connectPlugin = "protoc-gen-connect-go"

// protos lists the .proto files below root, in name order.
func protos(root string) (files []string, err error) {
	err = filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
		if err == nil && filepath.Ext(path) == ".proto" {
			rel, _ := filepath.Rel(root, path)
			files = append(files, filepath.ToSlash(rel))
		}
		return err
	})
	if err == nil && len(files) == 0 {
		err = fmt.Errorf("no .proto files below %s", root)
	}
	return files, err
}

// A closure is files with all they import, imports first.
type closure struct {
	files []*descriptorpb.FileDescriptorProto
}

func (c *closure) add(f protoreflect.FileDescriptor) {
	if slices.ContainsFunc(c.files, func(g *descriptorpb.FileDescriptorProto) bool { return g.GetName() == f.Path() }) {
		return
	}
	for i := range f.Imports().Len() {
		c.add(f.Imports().Get(i).FileDescriptor)
	}
	c.files = append(c.files, protodesc.ToFileDescriptorProto(f))
}

func writeSet(path string, files []*descriptorpb.FileDescriptorProto) error {
	set := &descriptorpb.FileDescriptorSet{}
	for _, f := range files {
		f = proto.CloneOf(f)
		f.SourceCodeInfo = nil
		set.File = append(set.File, f)
	}
	data, err := proto.MarshalOptions{Deterministic: true}.Marshal(set)
	if err != nil {
		return err
	}
	return os.WriteFile(path, data, 0o644)
}

func writeGo(out string, files []string, set []*descriptorpb.FileDescriptorProto) error {
	req := &pluginpb.CodeGeneratorRequest{FileToGenerate: files, Parameter: proto.String("paths=source_relative"), ProtoFile: set}
	plugin, err := protogen.Options{}.New(req)
	if err != nil {
		return err
	}
	for _, f := range plugin.Files {
		if f.Generate {
			gengo.GenerateFile(plugin, f)
		}
	}
	if err := write(out, plugin.Response()); err != nil {
		return err
	}
	resp, err := connect(req)
	if err != nil {
		return err
	}
	return write(out, resp)
}

// connect asks the plugin for services.
func connect(req *pluginpb.CodeGeneratorRequest) (*pluginpb.CodeGeneratorResponse, error) {
	req = proto.CloneOf(req)
	req.Parameter = proto.String("paths=source_relative,simple")
	in, err := proto.Marshal(req)
	if err != nil {
		return nil, err
	}
	cmd := exec.Command("go", "tool", connectPlugin)
	cmd.Stdin, cmd.Stderr = bytes.NewReader(in), os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", connectPlugin, err)
	}
	resp := &pluginpb.CodeGeneratorResponse{}
	return resp, proto.Unmarshal(out, resp)
}

// write writes the files of a generator.
func write(out string, resp *pluginpb.CodeGeneratorResponse) error {
	if resp.Error != nil {
		return fmt.Errorf("%s", resp.GetError())
	}
	for _, f := range resp.File {
		dst := filepath.Join(out, filepath.FromSlash(f.GetName()))
		if err := os.MkdirAll(filepath.Dir(dst), 0o755); err != nil {
			return err
		}
		// The generator names the protoc that called it; nobody did.
		text := strings.Replace(f.GetContent(), "// \tprotoc        (unknown)\n", "", 1)
		if err := os.WriteFile(dst, []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}
