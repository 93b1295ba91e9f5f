//go:build linux

package main

import "syscall"

func stack(r *syscall.PtraceRegs) uintptr { return uintptr(r.Rsp) }
