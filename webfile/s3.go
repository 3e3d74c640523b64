package webfile

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"os"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

func init() { op.RegisterFS("s3", s3FS{&s3{}, context.Background()}) }

// s3FS reads and writes objects of S3 and what speaks like it. A directory is what stands before a slash in
// keys.
type s3FS struct {
	*s3
	ctx context.Context // of its requests
}

// Until is that of op.Ending.
func (s s3FS) Until(ctx context.Context, _ op.Spooler) op.FS { return s3FS{s.s3, ctx} }

// s3 is the connection that all of them share.
type s3 struct {
	mu     sync.Mutex
	client *minio.Client
	from   [3]string // the environment that the client was made from
}

// connect is a client for the environment as it is now.
func (s *s3) connect() (*minio.Client, error) {
	endpoint := os.Getenv("AWS_ENDPOINT_URL_S3")
	if endpoint == "" {
		endpoint = os.Getenv("AWS_ENDPOINT_URL")
	}
	region := os.Getenv("AWS_REGION")
	if region == "" {
		region = os.Getenv("AWS_DEFAULT_REGION")
	}
	from := [3]string{endpoint, region, os.Getenv("AWS_ACCESS_KEY_ID")}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.client != nil && s.from == from {
		return s.client, nil
	}
	host, secure := "s3.amazonaws.com", true
	if endpoint != "" {
		u, err := url.Parse(endpoint)
		if err != nil || u.Host == "" {
			return nil, errs.New(errs.Invalid, "AWS_ENDPOINT_URL %q is no URL", endpoint)
		}
		host, secure = u.Host, u.Scheme != "http"
	}
	t, err := minio.DefaultTransport(secure)
	if err != nil {
		return nil, errs.Wrap(errs.Invalid, err, "s3")
	}
	c, err := minio.New(host, &minio.Options{
		Transport: patient{t},
		Creds: credentials.NewChainCredentials([]credentials.Provider{
			&credentials.EnvAWS{}, &credentials.FileAWSCredentials{}, &credentials.IAM{Client: &http.Client{Timeout: first * 10}},
		}),
		Secure: secure, Region: region,
	})
	if err != nil {
		return nil, errs.Wrap(errs.Invalid, err, "s3")
	}
	s.client, s.from = c, from
	return c, nil
}

// split is the bucket and the key of a URL.
func split(url string) (bucket, key string, err error) {
	bucket, key, _ = strings.Cut(strings.TrimPrefix(url, "s3://"), "/")
	if bucket == "" {
		return "", "", errs.New(errs.Invalid, "%s names no bucket", url)
	}
	return bucket, key, nil
}

// fault gives an error of the server its kind.
func fault(err error, url string) error {
	if err == nil {
		return nil
	}
	kind := errs.Unavailable
	var resp minio.ErrorResponse
	if errors.As(err, &resp) {
		switch {
		case resp.StatusCode == http.StatusNotFound:
			kind = errs.NotFound
		case resp.StatusCode == http.StatusForbidden || resp.StatusCode == http.StatusUnauthorized:
			kind = errs.Denied
		case resp.StatusCode == http.StatusPreconditionFailed, resp.StatusCode == http.StatusRequestedRangeNotSatisfiable:
			kind = errs.Lost
		}
	}
	return errs.Wrap(kind, err, "%s", url)
}

// infoOfObject identifies an object. Listings tell the time more exactly than the objects themselves do.
func infoOfObject(url string, o minio.ObjectInfo) op.FileInfo {
	return op.FileInfo{Path: url, Size: o.Size, ETag: strings.Trim(o.ETag, `"`), ModTime: o.LastModified.UTC().Truncate(time.Second)}
}

// Stat identifies an object. Invalid: it is a directory.
func (s s3FS) Stat(url string) (op.FileInfo, error) {
	bucket, key, err := split(url)
	if err != nil {
		return op.FileInfo{}, err
	}
	c, err := s.connect()
	if err != nil {
		return op.FileInfo{}, err
	}
	if key != "" && !strings.HasSuffix(key, "/") {
		o, err := c.StatObject(s.ctx, bucket, key, minio.StatObjectOptions{})
		if err == nil {
			return infoOfObject(url, o), nil
		}
		if err = fault(err, url); !errs.Is(err, errs.NotFound) {
			return op.FileInfo{}, err
		}
		if under, e := s.list(bucket, key+"/", 1); e != nil || len(under) == 0 {
			return op.FileInfo{}, err
		}
	}
	return op.FileInfo{}, errs.New(errs.Invalid, "%s: is a directory", url)
}

// Open opens an object for reading.
func (s s3FS) Open(url string) (op.File, error) {
	info, err := s.Stat(url)
	if err != nil {
		return nil, err
	}
	bucket, key, err := split(url)
	if err != nil {
		return nil, err
	}
	c, err := s.connect()
	if err != nil {
		return nil, err
	}
	core := minio.Core{Client: c}
	return &ranged{info: info, fetch: func(p []byte, off int64) error {
		var o minio.GetObjectOptions
		if err := o.SetRange(off, off+int64(len(p))-1); err != nil {
			return errs.Wrap(errs.Internal, err, "range")
		}
		if err := o.SetMatchETag(info.ETag); err != nil {
			return errs.Wrap(errs.Internal, err, "version")
		}
		return again(s.ctx, func() error {
			body, now, _, err := core.GetObject(s.ctx, bucket, key, o)
			if err != nil {
				if err = fault(err, url); errs.Is(err, errs.Unavailable) {
					return passing{err}
				}
				return err
			}
			defer body.Close()
			if strings.Trim(now.ETag, `"`) != info.ETag || now.Size != int64(len(p)) {
				return errs.New(errs.Lost, "%s has changed", url)
			}
			if _, err := io.ReadFull(body, p); err != nil {
				return passing{errs.Wrap(errs.Unavailable, err, "%s: bytes from %d on", url, off)}
			}
			return nil
		})
	}}, nil
}

// list is the objects whose keys begin with prefix, in order, at most `most` of them; 0: all.
func (s s3FS) list(bucket, prefix string, most int) (out []op.FileInfo, err error) {
	c, err := s.connect()
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(s.ctx)
	defer cancel() // ends the listing
	for o := range c.ListObjects(ctx, bucket, minio.ListObjectsOptions{Prefix: prefix, Recursive: true}) {
		url := "s3://" + bucket + "/" + o.Key
		if o.Err != nil {
			return nil, fault(o.Err, "s3://"+bucket+"/"+prefix)
		}
		if strings.HasSuffix(o.Key, "/") {
			continue // stands for a directory
		}
		if out = append(out, infoOfObject(url, o)); len(out) == most {
			break
		}
	}
	return out, nil
}

// Glob lists the objects that match. A star does not match a slash; a pattern that ends in /** names all that
// is below.
func (s s3FS) Glob(pattern string) ([]op.FileInfo, error) {
	bucket, key, err := split(pattern)
	if err != nil {
		return nil, err
	}
	deep := strings.HasSuffix(pattern, "/**")
	key = strings.TrimSuffix(key, "**")
	prefix := key
	if i := strings.IndexAny(key, `*?[\`); i >= 0 {
		prefix = key[:i]
	}
	all, err := s.list(bucket, prefix, 0)
	if err != nil {
		return nil, err
	}
	out := slices.DeleteFunc(all, func(i op.FileInfo) bool {
		name := strings.TrimPrefix(i.Path, "s3://"+bucket+"/")
		if deep {
			return !strings.HasPrefix(name, key)
		}
		ok, e := path.Match(key, name)
		if e != nil {
			err = errs.Wrap(errs.Invalid, e, "%s", pattern)
		}
		return !ok
	})
	if err == nil && len(out) == 0 {
		err = errs.New(errs.NotFound, "%s: no such objects", pattern)
	}
	return out, err
}

// uploadPart is the size of the parts in which objects are written.
const uploadPart = 16 << 20

// An upload becomes an object when it is closed.
type upload struct {
	w    *io.PipeWriter
	done chan error
}

func (u *upload) Write(p []byte) (int, error) { return u.w.Write(p) }

func (u *upload) Close() error {
	_ = u.w.Close()
	return <-u.done
}

// Create writes an object, which is there, whole, once the writer is closed.
func (s s3FS) Create(url string) (io.WriteCloser, error) {
	bucket, key, err := split(url)
	if err != nil {
		return nil, err
	}
	c, err := s.connect()
	if err != nil {
		return nil, err
	}
	r, w := io.Pipe()
	u := &upload{w: w, done: make(chan error, 1)}
	go func() {
		// bodies are not signed: TLS protects them
		_, err := c.PutObject(s.ctx, bucket, key, r, -1, minio.PutObjectOptions{PartSize: uploadPart, DisableContentSha256: true})
		err = fault(err, url)
		_ = r.CloseWithError(err) // a writer that waits gives up
		u.done <- err
	}()
	return u, nil
}

// MkdirAll does nothing: directories are parts of names.
func (s s3FS) MkdirAll(string) error { return nil }

// copyLimit is the size of objects above which they are copied in parts.
const copyLimit = 5 << 30

// Rename copies an object on the server and deletes the first.
func (s s3FS) Rename(from, to string) error {
	b1, k1, err := split(from)
	if err != nil {
		return err
	}
	b2, k2, err := split(to)
	if err != nil {
		return err
	}
	c, err := s.connect()
	if err != nil {
		return err
	}
	i, err := s.Stat(from)
	if err != nil {
		return err
	}
	dst, src := minio.CopyDestOptions{Bucket: b2, Object: k2}, minio.CopySrcOptions{Bucket: b1, Object: k1}
	if i.Size <= copyLimit {
		_, err = c.CopyObject(s.ctx, dst, src)
	} else {
		_, err = c.ComposeObject(s.ctx, dst, src)
	}
	if err != nil {
		return fault(err, from)
	}
	return s.Remove(from)
}

// Remove deletes an object.
func (s s3FS) Remove(url string) error {
	bucket, key, err := split(url)
	if err != nil {
		return err
	}
	c, err := s.connect()
	if err != nil {
		return err
	}
	return fault(c.RemoveObject(s.ctx, bucket, key, minio.RemoveObjectOptions{}), url)
}
