package main

import (
	"archive/tar"
	"bytes"
	"crypto/sha256"
	"fmt"
	"io"
	"net/url"
	"os"
	"path"
	"regexp"
	"strings"
	"time"

	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
	"github.com/google/go-containerregistry/pkg/v1/types"
	spdxjson "github.com/spdx/tools-golang/json"
	"github.com/spdx/tools-golang/spdx/v2/common"
	spdx "github.com/spdx/tools-golang/spdx/v2/v2_3"
)

// billFolder is where an image has its bill: scanners look for files of this kind.
const billFolder = "usr/share/sbom"

const unknown = "NOASSERTION"

// billed is an image with a list of what its layers are made of, which is written to a file too.
func billed(x v1.Image, name string, layers []string, file string) (v1.Image, error) {
	_, tag, _ := strings.Cut(name, ":")
	all, err := parts(layers, tag)
	if err != nil {
		return nil, err
	}
	text, err := bill(name, all)
	if err != nil {
		return nil, err
	}
	l, err := billLayer(name, text)
	if err != nil {
		return nil, err
	}
	if x, err = appended(x, l); err != nil {
		return nil, err
	}
	return x, os.WriteFile(file, text, 0o644) //nolint:gosec // it is for everybody
}

// bill lists parts of an image NAME:TAG in the form of SPDX 2.3. Equal parts make equal bytes: the time is
// that of all our files, and the address of the document has a digest of what it says.
func bill(image string, parts []part) ([]byte, error) {
	name, tag, _ := strings.Cut(image, ":")
	d := &spdx.Document{
		SPDXVersion: spdx.Version, DataLicense: spdx.DataLicense, SPDXIdentifier: "DOCUMENT",
		DocumentName: image,
		CreationInfo: &spdx.CreationInfo{
			Creators: []common.Creator{{
				CreatorType: "Tool",
				Creator:     "github.com/mars-project/mars-go/tools/image",
			}},
			Created: time.Unix(0, 0).UTC().Format(time.RFC3339),
		},
		Packages: []*spdx.Package{{
			PackageName: name, PackageVersion: tag, PackageSPDXIdentifier: "Image",
			PrimaryPackagePurpose:   "CONTAINER",
			PackageDownloadLocation: unknown, PackageLicenseConcluded: unknown,
			PackageLicenseDeclared: unknown, PackageCopyrightText: unknown,
		}},
		Relationships: []*spdx.Relationship{related("DOCUMENT", common.TypeRelationshipDescribe, "Image")},
	}
	for _, p := range parts {
		x := p.spdx()
		d.Packages = append(d.Packages, x)
		d.Relationships = append(d.Relationships,
			related("Image", common.TypeRelationshipContains, x.PackageSPDXIdentifier))
	}
	var b bytes.Buffer
	if err := spdxjson.Write(d, &b); err != nil {
		return nil, err
	}
	d.DocumentNamespace = fmt.Sprintf("https://spdx.org/spdxdocs/%s-%s-%x", name, tag,
		sha256.Sum256(b.Bytes()))
	b.Reset()
	err := spdxjson.Write(d, &b, spdxjson.Indent(" "), spdxjson.EscapeHTML(false))
	return b.Bytes(), err
}

func related(a common.ElementID, how string, b common.ElementID) *spdx.Relationship {
	return &spdx.Relationship{
		RefA: common.DocElementID{ElementRefID: a}, Relationship: how,
		RefB: common.DocElementID{ElementRefID: b},
	}
}

// forbidden is what may not stand in a name of SPDX.
var forbidden = regexp.MustCompile(`[^A-Za-z0-9.-]+`)

func (p part) spdx() *spdx.Package {
	license := p.license
	if license == "" {
		license = unknown
	}
	return &spdx.Package{
		PackageName: p.name, PackageVersion: p.version,
		PackageSPDXIdentifier: common.ElementID(forbidden.ReplaceAllString(strings.TrimSpace(p.key()),
			"-")),
		PackageDownloadLocation: unknown, PackageLicenseConcluded: unknown, PackageLicenseDeclared: license,
		PackageCopyrightText: unknown,
		PackageExternalReferences: []*spdx.PackageExternalReference{{
			Category: common.CategoryPackageManager, RefType: common.TypePackageManagerPURL, Locator: p.url(),
		}},
	}
}

// url is the part as others name it: https://github.com/package-url.
func (p part) url() string {
	escaped := func(s string) string { return strings.NewReplacer("+", "%2B", ":", "%3A").Replace(url.PathEscape(s)) }
	switch name := strings.ToLower(p.name); p.kind {
	case "deb":
		return fmt.Sprintf("pkg:deb/debian/%s@%s?arch=%s", escaped(name), escaped(p.version), p.arch)
	case "pypi":
		return fmt.Sprintf("pkg:pypi/%s@%s", strings.ReplaceAll(name, "_", "-"), escaped(p.version))
	default:
		return fmt.Sprintf("pkg:%s/%s@%s", p.kind, name, escaped(p.version)) // slashes stay
	}
}

// billLayer has the bill as a file of the image.
func billLayer(image string, text []byte) (v1.Layer, error) {
	name, _, _ := strings.Cut(image, ":")
	var b bytes.Buffer
	t := tar.NewWriter(&b)
	for dir := range strings.SplitSeq("usr usr/share "+billFolder, " ") {
		h := &tar.Header{
			Typeflag: tar.TypeDir, Name: dir + "/", Mode: 0o755, ModTime: time.Unix(0, 0),
			Format: tar.FormatPAX,
		}
		if err := t.WriteHeader(h); err != nil {
			return nil, err
		}
	}
	h := &tar.Header{
		Typeflag: tar.TypeReg, Name: path.Join(billFolder, name+".spdx.json"), Mode: 0o644,
		Size:    int64(len(text)),
		ModTime: time.Unix(0, 0), Format: tar.FormatPAX,
	}
	if err := t.WriteHeader(h); err != nil {
		return nil, err
	}
	if _, err := t.Write(text); err != nil {
		return nil, err
	}
	if err := t.Close(); err != nil {
		return nil, err
	}
	open := func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(b.Bytes())), nil }
	return tarball.LayerFromOpener(open, tarball.WithMediaType(types.OCILayer))
}
