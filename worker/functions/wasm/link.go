package wasm

import (
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"os"

	"golang.org/x/sys/unix"
)

// Kinds of frames; see worker/functions/frame.go.
const (
	kindHello   = 1
	kindRoomFor = 2
	kindDone    = 3
	kindError   = 4
	kindPassed  = 7

	kindArena = 64
	kindLoad  = 65
	kindCall  = 66
	kindRoom  = 67
	kindEnd   = 69
)

const (
	headSize  = 16
	maxBody   = 16 << 20
	mark      = 0x5352414d // "MARS"
	inlineMax = 64 << 10   // smaller buffers travel in frames
)

type frame struct {
	kind, call uint32
	body       []byte
}

// A link is the socket of a worker.
type link struct {
	conn  *net.UnixConn
	buf   []byte
	files []*os.File // that came and nobody has taken
}

// fill reads until there are so many bytes. Descriptors ride on them.
func (l *link) fill(n int) error {
	b, oob := make([]byte, max(64<<10, n-len(l.buf))), make([]byte, unix.CmsgSpace(16*4))
	for len(l.buf) < n {
		got, rights, _, _, err := l.conn.ReadMsgUnix(b, oob)
		if err != nil {
			return err
		}
		if got == 0 {
			return io.EOF
		}
		l.buf = append(l.buf, b[:got]...)
		if err := l.take(oob[:rights]); err != nil {
			return err
		}
	}
	return nil
}

func (l *link) take(oob []byte) error {
	if len(oob) == 0 {
		return nil
	}
	msgs, err := unix.ParseSocketControlMessage(oob)
	if err != nil {
		return err
	}
	for i := range msgs {
		fds, err := unix.ParseUnixRights(&msgs[i])
		if err != nil {
			return err
		}
		for _, fd := range fds {
			unix.CloseOnExec(fd)
			l.files = append(l.files, os.NewFile(uintptr(fd), "arena"))
		}
	}
	return nil
}

// receive reads one frame. io.EOF: the worker is gone.
func (l *link) receive() (f frame, err error) {
	if err := l.fill(headSize); err != nil {
		return f, err
	}
	n := binary.LittleEndian.Uint32(l.buf)
	f.kind, f.call = binary.LittleEndian.Uint32(l.buf[8:]), binary.LittleEndian.Uint32(l.buf[12:])
	if n > maxBody || binary.LittleEndian.Uint32(l.buf[4:]) != mark {
		return f, fmt.Errorf("a frame of %d bytes", n)
	}
	if err := l.fill(headSize + int(n)); err != nil {
		return f, err
	}
	f.body = append([]byte(nil), l.buf[headSize:headSize+int(n)]...)
	l.buf = append([]byte(nil), l.buf[headSize+int(n):]...)
	return f, nil
}

func (l *link) send(kind, call uint32, parts ...[]byte) error {
	b := make([]byte, headSize)
	for _, p := range parts {
		b = append(b, p...)
	}
	binary.LittleEndian.PutUint32(b, uint32(len(b)-headSize))
	binary.LittleEndian.PutUint32(b[4:], mark)
	binary.LittleEndian.PutUint32(b[8:], kind)
	binary.LittleEndian.PutUint32(b[12:], call)
	_, err := l.conn.Write(b)
	return err
}
