// Verifies a bundle of a signed log, offline; needs golang.org/x/mod/sumdb. Prints one line.
package main

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

type end struct {
	Origin string
	Size   int64
	Root   string
}

type event struct {
	SiteID     string `json:"site_id"`
	ID         int64
	OccurredAt string `json:"occurred_at"`
	OccurredOn string `json:"occurred_on"`
	ReceivedAt string `json:"received_at"`
	Commitment string
	Redacted   bool
}

type row struct {
	Bundle, Origin, Note, Salt, Checkpoint, Sha256 string
	Scope                                          map[string]string
	Vkeys, Hashes                                  []string
	Previous                                       *end
	Index, Tile, End                               *int64
	Skip, Consistency                              []int64
	N, Lines                                       int64
	Event                                          *event
	event                                          // of an event that is gone
}

type act struct {
	Kind, At      string
	Hold          string
	SiteID        string `json:"site_id"`
	RetentionDays int64  `json:"retention_days"`
	Previous      *end
	Sites         [][]json.RawMessage
}

// A legal hold. It runs while to is "".
type hold struct{ from, to string }

// Legal holds by site, and those of the whole account by "": each by its id.
type holds map[string]map[string]*hold

func (all holds) of(site string) map[string]*hold {
	if all[site] == nil {
		all[site] = map[string]*hold{}
	}
	return all[site]
}

type site struct {
	n, days, gone           int64
	day                     string
	redacted                map[int64]bool
	begun, deleted, counted bool
}

func demand(truth bool, sentence string) {
	if !truth {
		panic(sentence)
	}
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func read[T any](data []byte) (value T) {
	if err := json.Unmarshal(data, &value); err != nil {
		panic(err)
	}
	return value
}

func hashOf(text string) tlog.Hash { return must(tlog.ParseHash(text)) }
func timeOf(text string) time.Time { return must(time.Parse(time.RFC3339, text)) }
func isSame(a, b *end) bool        { return (a == nil) == (b == nil) && (a == nil || *a == *b) }

// The right edge of the tree: the hashes of the largest perfect subtrees that fill it.
type tree struct {
	size   int64
	levels []int
	hashes []tlog.Hash
}

func (t *tree) push(hash tlog.Hash, level int) {
	t.size += 1 << level
	for last := len(t.levels) - 1; last >= 0 && t.levels[last] == level; last-- {
		hash, level = tlog.NodeHash(t.hashes[last], hash), level+1
		t.levels, t.hashes = t.levels[:last], t.hashes[:last]
	}
	t.levels, t.hashes = append(t.levels, level), append(t.hashes, hash)
}

func (t *tree) skip(to int64, hashes []string) {
	for _, hash := range hashes {
		level := 0
		for t.size%(2<<level) == 0 && t.size+2<<level <= to {
			level++
		}
		t.push(hashOf(hash), level)
	}
	demand(t.size == to, "the hashes do not fill the gap")
}

func (t *tree) root() tlog.Hash {
	if len(t.hashes) == 0 {
		return sha256.Sum256(nil)
	}
	hash := t.hashes[len(t.hashes)-1]
	for at := len(t.hashes) - 2; at >= 0; at-- {
		hash = tlog.NodeHash(t.hashes[at], hash)
	}
	return hash
}

type sites map[string]*site

func (all sites) of(id string) *site {
	if all[id] == nil {
		all[id] = &site{redacted: map[int64]bool{}}
	}
	return all[id]
}

func (all sites) event(n int64, seen *event, isShown bool) {
	one := all.of(seen.SiteID)
	demand(one.begun && !one.deleted, "an event of a site that is not there")
	demand(n == one.n+1, "an event of a site is missing")
	one.n, one.counted = n, false
	if isShown {
		return
	}
	if seen.Redacted {
		one.redacted[n] = true
		return
	}
	one.gone++
	if seen.OccurredOn > one.day {
		one.day = seen.OccurredOn
	}
}

func (all sites) apply(a act, held holds) {
	switch a.Kind {
	case "site.begin", "site.retention":
		one := all.of(a.SiteID)
		demand(!one.deleted && (a.Kind == "site.begin" || one.begun), "a retention of a site that is not there")
		one.days, one.begun = a.RetentionDays, true
	case "hold.begin":
		held.of(a.SiteID)[a.Hold] = &hold{from: a.At}
	case "hold.end":
		held.of(a.SiteID)[a.Hold].to = a.At
	case "site.delete":
		*all.of(a.SiteID) = site{n: all.of(a.SiteID).n, begun: true, deleted: true}
	case "log.delete":
		for _, one := range all {
			*one = site{n: one.n, begun: true, deleted: true}
		}
	}
	for _, values := range a.Sites {
		id := read[string](values[0])
		one := all.of(id)
		switch a.Kind {
		case "site.count":
			demand(read[int64](values[1]) == one.n, "a count is false")
			one.counted = true
		case "redact":
			for _, n := range read[[]int64](values[1]) {
				delete(one.redacted, n)
			}
		case "purge":
			before, until := read[string](values[1]), read[string](values[2])
			demand(one.begun && one.days >= 0 && until <= a.At, "this purge is not allowed")
			last := timeOf(until).Add(-time.Duration(one.days) * 24 * time.Hour)
			demand(!timeOf(before).After(last), "a purge of more than the rule allows")
			for _, covering := range []string{"", id} {
				for _, one := range held.of(covering) {
					isOver := one.to != "" && (until < one.from || until >= one.to)
					demand(isOver, "a purge within a legal hold")
				}
			}
			if one.gone -= read[int64](values[3]); one.gone < 0 {
				one.gone = 0
			}
			if one.day <= before[:10] {
				one.day = ""
			}
		}
	}
}

func entryOf(r *row, line []byte) (string, *event) {
	seen := &r.event
	if r.Event != nil {
		seen = r.Event
		text := line[bytes.Index(line, []byte(`,"event":`))+len(`,"event":`) : bytes.LastIndexByte(line, '}')]
		sum := sha256.Sum256(append(must(base64.StdEncoding.DecodeString(r.Salt)), text...))
		seen.OccurredOn, seen.Commitment = seen.OccurredAt[:10], base64.StdEncoding.EncodeToString(sum[:])
	}
	return fmt.Sprintf("event %s %d %d %s %s %s",
		seen.SiteID, r.N, seen.ID, seen.OccurredOn, seen.ReceivedAt, seen.Commitment), seen
}

// older: roots by origin and size.
func verify(file io.Reader, older map[string]string) *end {
	var head *row
	var last *end
	var at string
	var lines int64
	var scope map[string]string
	all, held, sum, edge := sites{}, holds{}, sha256.New(), &tree{}
	reach := func() {
		place := fmt.Sprintf("%s\n%d", head.Origin, edge.size)
		root, isKnown := older[place]
		demand(!isKnown || hashOf(root) == edge.root(), "this is another history than that of an older checkpoint")
		delete(older, place)
	}
	for reader := bufio.NewReader(file); ; lines++ {
		line, err := reader.ReadBytes('\n')
		if err == io.EOF && len(line) == 0 {
			break
		}
		demand(err == nil, "the file is cut off")
		r := read[row](line)
		switch {
		case r.Bundle != "":
			demand(head == nil && isSame(r.Previous, last), "a log does not go on from the one before it")
			isOne := scope == nil || fmt.Sprint(scope) == fmt.Sprint(r.Scope)
			demand(isOne, "the logs are of different accounts, groups or sites")
			head, edge, at, scope = &r, &tree{}, "", r.Scope
		case r.Skip != nil:
			demand(head.Scope["account_id"] == "" && r.Skip[0] == edge.size, "leaves are left out")
			edge.skip(r.Skip[1], r.Hashes)
			for _, one := range all {
				one.counted = false
			}
			reach()
		case r.End != nil:
			demand(r.Lines == lines && r.Sha256 == hex.EncodeToString(sum.Sum(nil)), "the file is damaged")
			last = &end{head.Origin, *r.End, edge.root().String()}
			var keys []note.Verifier
			for _, vkey := range head.Vkeys {
				keys = append(keys, must(note.NewVerifier(vkey)))
			}
			signed := must(note.Open([]byte(r.Checkpoint), note.VerifierList(keys...)))
			demand(signed.Sigs[0].Name == last.Origin, "the key is that of another log")
			demand(signed.Text == fmt.Sprintf("%s\n%d\n%s\n", last.Origin, edge.size, last.Root) &&
				*r.End == edge.size, "the tree is another one")
			head = nil
		case r.Index != nil:
			demand(*r.Index == edge.size, "a leaf is missing or is there twice")
			entry := r.Note
			if entry != "" {
				a := read[act]([]byte(strings.TrimPrefix(entry, "note ")))
				demand(a.At >= at, "a note stands behind a later one")
				demand((a.Kind == "log.begin") == (edge.size == 0), "a log begins once")
				demand(a.Kind != "log.begin" || isSame(a.Previous, head.Previous), "a log has another past")
				at = a.At
				all.apply(a, held)
			} else {
				var seen *event
				entry, seen = entryOf(&r, line)
				all.event(r.N, seen, r.Event != nil)
			}
			edge.push(tlog.RecordHash([]byte(entry)), 0)
			reach()
		default:
			demand(r.Consistency != nil || r.Tile != nil && *r.Tile == edge.size, "a line that no bundle has")
		}
		sum.Write(line)
	}
	demand(head == nil && last != nil, "the file is cut off")
	demand(len(older) == 0, "an older checkpoint does not lie on the way of this log")
	for id, one := range all {
		demand(one.gone == 0 && one.day == "" && len(one.redacted) == 0, "an event of "+id+" is gone without a reason")
		demand(one.counted || scope["account_id"] != "", "events of "+id+" may be hidden")
	}
	demand(scope["site_id"] == "" || all[scope["site_id"]] != nil, "the whole site is hidden")
	return last
}

func main() {
	if len(os.Args) < 2 {
		fmt.Println("usage: go run verify.go BUNDLE [CHECKPOINT …]")
		return
	}
	defer func() {
		if fault := recover(); fault != nil {
			fmt.Fprintln(os.Stderr, "not verified:", fault)
			os.Exit(1)
		}
	}()
	older := map[string]string{}
	for _, path := range os.Args[2:] {
		// As an editor or a mailer left it: with a byte order mark, quoted, indented.
		lines := []string{}
		for _, line := range strings.Split(string(must(os.ReadFile(path))), "\n") {
			if line = strings.Trim(line, "\ufeff> \t\r"); line != "" {
				lines = append(lines, line)
			}
		}
		demand(len(lines) > 2, path+" is no checkpoint")
		older[lines[0]+"\n"+lines[1]] = lines[2]
	}
	log := verify(must(os.Open(os.Args[1])), older)
	fmt.Printf("verified: %s, %d leaves, root %s\n", log.Origin, log.Size, log.Root)
}
