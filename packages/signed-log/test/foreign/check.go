// Checks what a log signed and proved with the libraries of Go's own checksum database. It reads
// JSON from standard input and prints what each library says: «ok», or its error.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

type question struct {
	Vkey, Checkpoint, Entry string
	Index                   int64
	Inclusion               []string
	OldSize                 int64
	OldRoot                 string
	Consistency             []string
}

func hashes(texts []string) (all []tlog.Hash) {
	for _, text := range texts {
		hash, err := tlog.ParseHash(text)
		if err != nil {
			panic(err)
		}
		all = append(all, hash)
	}
	return all
}

func said(err error) string {
	if err != nil {
		return err.Error()
	}
	return "ok"
}

func main() {
	var asked []question
	if err := json.NewDecoder(os.Stdin).Decode(&asked); err != nil {
		panic(err)
	}
	for _, q := range asked {
		verifier, err := note.NewVerifier(q.Vkey)
		if err != nil {
			fmt.Println(err)
			continue
		}
		signed, err := note.Open([]byte(q.Checkpoint), note.VerifierList(verifier))
		if err != nil {
			fmt.Println(err)
			continue
		}
		lines := strings.Split(signed.Text, "\n")
		size, err := strconv.ParseInt(lines[1], 10, 64)
		if err != nil {
			panic(err)
		}
		root := hashes(lines[2:3])[0]
		leaf := tlog.RecordHash([]byte(q.Entry))
		inclusion := tlog.CheckRecord(hashes(q.Inclusion), size, root, q.Index, leaf)
		consistency := tlog.CheckTree(hashes(q.Consistency), size, root, q.OldSize, hashes([]string{q.OldRoot})[0])
		fmt.Printf("inclusion %s; consistency %s\n", said(inclusion), said(consistency))
	}
}
