/** `go run` with these finds the libraries that Debian's packages bring, and asks no network. */
export const debianGo = { GO111MODULE: 'off', GOPATH: '/usr/share/gocode', GOFLAGS: '', GOTOOLCHAIN: 'local' };
