package sqlite

import "golang.org/x/sys/unix"

// networkFS names the kind of the file system if it is not a local one.
func networkFS(folder string) (string, error) {
	var st unix.Statfs_t
	if err := unix.Statfs(folder, &st); err != nil {
		return "", err
	}
	if st.Flags&unix.MNT_LOCAL != 0 {
		return "", nil
	}
	return "network " + unix.ByteSliceToString(st.Fstypename[:]), nil
}
