package sqlite

import "golang.org/x/sys/unix"

// networkFS names the kind of the file system if it is one on which a file
// cannot be shared safely, "" if it is not. What a program of a user provides
// (FUSE) may be anything, so it counts as one.
func networkFS(folder string) (string, error) {
	var st unix.Statfs_t
	for {
		err := unix.Statfs(folder, &st)
		if err == unix.EINTR {
			continue
		}
		if err != nil {
			return "", err
		}
		return map[uint32]string{
			0x6969: "nfs", 0x517b: "smb", 0xfe534d42: "smb2", 0xff534d42: "cifs", 0x564c: "ncp", 0x73757245: "coda", 0x5346414f: "afs",
			0x6b414653: "afs", 0x01021997: "9p", 0x65735546: "fuse", 0x00c36400: "ceph", 0x0bd00bd0: "lustre", 0x47504653: "gpfs",
			0x7461636f: "ocfs2", 0x01161970: "gfs2", 0x786f4256: "vboxsf", 0xbacbacbc: "vmhgfs", 0x19830326: "fhgfs", 0xaad7aaea: "panfs",
		}[uint32(st.Type)], nil
	}
}
