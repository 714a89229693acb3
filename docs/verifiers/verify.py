# Verifies a bundle of a signed log, offline; needs Debian's python3-cryptography. Prints one line.
import base64, hashlib, json, sys
from datetime import datetime, timedelta


def sha(data): return hashlib.sha256(data).digest()
def b64(text): return base64.b64decode(text, validate=True)
def time(text): return datetime.strptime(text, '%Y-%m-%dT%H:%M:%S.%fZ')


def demand(truth, sentence):
    if not truth: raise ValueError(sentence)


class Site:
    def __init__(self):
        self.n, self.days, self.gone, self.day, self.redacted, self.dead = 0, None, 0, '', set(), False
        self.counted = False


def push(peaks, hash, level=0):
    while peaks and peaks[-1][0] == level:
        level, hash = level + 1, sha(b'\1' + peaks.pop()[1] + hash)
    peaks.append((level, hash))


def root(peaks):
    hash = peaks[-1][1] if peaks else sha(b'')
    for _, left in peaks[-2::-1]: hash = sha(b'\1' + left + hash)
    return hash


def note(n, size, sites, holds):
    kind = n['kind']
    demand((kind == 'log.begin') == (size == 0), 'a log begins once')
    for id in [n['site_id']] if n.get('site_id') else [one[0] for one in n.get('sites', [])]: sites.setdefault(id, Site())
    if kind in ('site.begin', 'site.retention'): sites[n['site_id']].days = n['retention_days']
    # Legal holds by site, and those of the whole account by None: when each began and ended.
    if kind == 'hold.begin': holds.setdefault(n['site_id'], {})[n['hold']] = (n['at'], '')
    if kind == 'hold.end': holds[n['site_id']][n['hold']] = (holds[n['site_id']][n['hold']][0], n['at'])
    if kind in ('site.delete', 'log.delete'):
        for site in [sites[n['site_id']]] if kind == 'site.delete' else sites.values():
            site.dead, site.gone, site.day, site.redacted = True, 0, '', set()
    for id, events in n['sites'] if kind == 'site.count' else []:
        demand(sites[id].n == events, 'a count is false')
        sites[id].counted = True
    for one in n['sites'] if kind == 'redact' else []: sites[one[0]].redacted -= set(one[1])
    for id, before, until, events in n['sites'] if kind == 'purge' else []:
        site = sites[id]
        demand(site.days is not None and site.days >= 0 and until <= n['at'], 'this purge is not allowed')
        demand(time(before) <= time(until) - timedelta(days=site.days), 'a purge of more than the rule allows')
        for start, end in [*holds.get(None, {}).values(), *holds.get(id, {}).values()]:
            demand(end and not start <= until < end, 'a purge within a legal hold')
        site.gone = max(0, site.gone - events)
        if site.day <= before[:10]: site.day = ''


def verify(path, older):
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    file, sites, holds, peaks, size, head, last, lines = hashlib.sha256(), {}, {}, [], 0, None, None, 0
    scope = None

    def reach():
        known = older.pop((head['origin'], size), None)
        demand(known is None or b64(known) == root(peaks), 'this is another history than that of an older checkpoint')

    for line in open(path, 'rb'):
        demand(line.endswith(b'\n'), 'the file is cut off')
        row = json.loads(line)
        if 'bundle' in row:
            demand(head is None and row['previous'] == last, 'a log does not go on from the one before it')
            demand(scope in (None, row['scope']), 'the logs are of different accounts, groups or sites')
            head, peaks, size, at, scope = row, [], 0, '', row['scope']
        elif 'tile' in row:
            demand(row['tile'] == size, 'a hash stands elsewhere')
        elif 'skip' in row:
            demand('account_id' not in head['scope'] and row['skip'][0] == size, 'leaves are left out')
            for hash in row['hashes']:
                level = 0
                while size % 2 ** (level + 1) == 0 and size + 2 ** (level + 1) <= row['skip'][1]: level += 1
                push(peaks, b64(hash), level)
                size += 2 ** level
            demand(size == row['skip'][1], 'the hashes do not fill the gap')
            for site in sites.values(): site.counted = False
            reach()
        elif 'end' in row:
            demand(row['sha256'] == file.hexdigest() and row['lines'] == lines, 'the file is damaged')
            body, signatures = row['checkpoint'].split('\n\n', 1)
            hash = base64.b64encode(root(peaks)).decode()
            demand(row['end'] == size and body == f"{head['origin']}\n{size}\n{hash}", 'the tree is another one')
            for vkey in head['vkeys']:
                name, id, key = vkey.split('+', 2)
                for signature in signatures.splitlines():
                    _, signer, value = signature.split(' ')
                    if signer == name and b64(value)[:4].hex() == id:
                        Ed25519PublicKey.from_public_bytes(b64(key)[1:]).verify(b64(value)[4:], (body + '\n').encode())
                        last = {'origin': name, 'size': size, 'root': hash}
            demand(last is not None and last['origin'] == head['origin'], 'nobody signed')
            head = None
        else:
            demand(row['index'] == size, 'a leaf is missing or is there twice')
            if 'note' in row:
                entry, n = row['note'], json.loads(row['note'][5:])
                demand(n['at'] >= at, 'a note stands behind a later one')
                at = n['at']
                note(n, size, sites, holds)
            else:
                event = row.get('event')
                if event is not None:
                    text = line[line.index(b',"event":') + 9:line.rindex(b'}')]
                    event.update(occurred_on=event['occurred_at'][:10],
                                 commitment=base64.b64encode(sha(b64(row['salt']) + text)).decode())
                seen = event or row
                site = sites[seen['site_id']]
                demand(not site.dead and site.days is not None, 'an event of a site that is not there')
                demand(row['n'] == site.n + 1, 'an event of a site is missing')
                site.n, site.counted = site.n + 1, False
                if event is None and row.get('redacted'): site.redacted.add(row['n'])
                elif event is None: site.gone, site.day = site.gone + 1, max(site.day, row['occurred_on'])
                entry = f"event {seen['site_id']} {row['n']} {seen['id']} {seen['occurred_on']} " \
                        f"{seen['received_at']} {seen['commitment']}"
            push(peaks, sha(b'\0' + entry.encode()))
            size += 1
            reach()
        file.update(line)
        lines += 1
    demand(head is None and last is not None, 'the file is cut off')
    demand(not older, 'an older checkpoint does not lie on the way of this log')
    for id, site in sites.items():
        demand(site.gone == 0 and site.day == '' and not site.redacted, f'an event of {id} is gone without a reason')
        demand('account_id' in scope or site.counted, f'events of {id} may be hidden')
    demand(scope.get('site_id') in (None, *sites), 'the whole site is hidden')
    return f"verified: {last['origin']}, {last['size']} leaves, root {last['root']}"


def checkpoint(path):
    # As an editor or a mailer left it: with a byte order mark, quoted, indented.
    lines = [line.strip('\ufeff> \t\r') for line in open(path, encoding='utf8').read().split('\n')]
    origin, size, root = ([line for line in lines if line] + ['', '', ''])[:3]
    demand(size.isdecimal() and root, f'{path} is no checkpoint')
    return origin, int(size), root


if len(sys.argv) < 2:
    print('usage: python3 verify.py BUNDLE [CHECKPOINT ...]')
else:
    try:
        notes = [checkpoint(path) for path in sys.argv[2:]]
        print(verify(sys.argv[1], {(origin, size): root for origin, size, root in notes}))
    except Exception as error:
        sys.exit(f'not verified: {error!r}')
