// Verifies a bundle of a signed log, offline; needs Node 20 or newer. Prints what it counted.
import { createHash, createPublicKey, verify as isSigned } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';

const dayMs = 86_400_000;
const sha = (...parts) => parts.reduce((sum, part) => sum.update(part), createHash('sha256')).digest();
const endOf = (log) => (log ? `${log.origin}\n${log.size}\n${log.root}\n` : '');

/** What stands under a key of a map; at first `none`. */
function under(map, key, none) {
  if (!map.has(key)) map.set(key, none);
  return map.get(key);
}

function demand(truth, sentence) {
  if (!truth) throw new Error(sentence);
}

async function* linesOf(path) {
  let rest = Buffer.alloc(0);
  for await (const chunk of createReadStream(path)) {
    rest = Buffer.concat([rest, chunk]);
    let from = 0;
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10, from)) {
      yield rest.subarray(from, end + 1);
      from = end + 1;
    }
    rest = rest.subarray(from);
  }
  demand(rest.length === 0, 'the file is cut off');
}

class Tree {
  size = 0;
  #peaks = [];

  push(hash, level = 0) {
    this.size += 2 ** level;
    for (; this.#peaks.at(-1)?.level === level; level++) hash = sha('\x01', this.#peaks.pop().hash, hash);
    this.#peaks.push({ level, hash });
  }

  skip(to, hashes) {
    for (const hash of hashes) {
      let level = 0;
      while (this.size % 2 ** (level + 1) === 0 && this.size + 2 ** (level + 1) <= to) level++;
      this.push(Buffer.from(hash, 'base64'), level);
    }
    demand(this.size === to, 'the hashes do not fill the gap');
  }

  root() {
    const hashes = this.#peaks.map(({ hash }) => hash);
    return hashes.length === 0 ? sha('') : hashes.reduceRight((right, left) => sha('\x01', left, right));
  }
}

function signersOf(checkpoint, vkeys) {
  const [body, signatures] = checkpoint.split('\n\n');
  return vkeys.filter((vkey) => {
    const [, name, id, key] = /^([^+]+)\+([^+]+)\+(.+)$/.exec(vkey);
    const bytes = Buffer.from(key, 'base64');
    demand(sha(`${name}\n`, bytes).toString('hex', 0, 4) === id, `${vkey} is no key`);
    const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), bytes.subarray(1)]);
    const publicKey = createPublicKey({ key: der, format: 'der', type: 'spki' });
    return signatures.split('\n').some((line) => {
      const [, signer, value = ''] = line.split(' ');
      const signature = Buffer.from(value, 'base64');
      if (signer !== name || signature.toString('hex', 0, 4) !== id) return false;
      demand(isSigned(null, Buffer.from(`${body}\n`), publicKey, signature.subarray(4)), 'a signature is false');
      return true;
    });
  });
}

class Sites {
  #all = new Map();
  /** Legal holds by site, and those of the whole account by null: each by its id. */
  #holds = new Map();
  /** Retentions that became shorter, by site. */
  #shortenings = new Map();
  counts = { kept: 0, purged: 0, deleted: 0, redacted: 0, late: 0 };

  site(id) {
    const none = { n: 0, days: null, gone: 0, day: '', redacted: new Set(), dead: false, counted: false };
    return under(this.#all, id, none);
  }

  hide() {
    for (const site of this.#all.values()) site.counted = false;
  }

  event(n, seen, isShown) {
    const site = this.site(seen.site_id);
    demand(site.days !== null && !site.dead, 'an event of a site that is not there');
    demand(n === site.n + 1, 'an event of a site is missing');
    Object.assign(site, { n, counted: false });
    const happened = Date.parse(seen.occurred_at ?? `${seen.occurred_on}T23:59:59.999Z`);
    if (Date.parse(seen.received_at) - happened > dayMs) this.counts.late++;
    if (isShown) this.counts.kept++;
    else if (seen.redacted) site.redacted.add(n);
    else Object.assign(site, { gone: site.gone + 1, day: seen.occurred_on > site.day ? seen.occurred_on : site.day });
  }

  note(note) {
    const { kind, at, site_id, sites = [] } = note;
    if (kind === 'site.begin' || kind === 'site.retention') this.#keep(note, this.site(site_id));
    if (kind === 'site.delete') this.#end(this.site(site_id));
    if (kind === 'log.delete') for (const site of this.#all.values()) this.#end(site);
    if (kind === 'hold.begin') this.#holdsOf(site_id).set(note.hold, { from: at, to: '' });
    if (kind === 'hold.end') this.#holdsOf(site_id).get(note.hold).to = at;
    for (const [id, ...rest] of sites) {
      if (kind === 'site.count') demand(this.site(id).n === rest[0], 'a count is false');
      if (kind === 'site.count') this.site(id).counted = true;
      if (kind === 'redact') for (const n of rest[0]) if (this.site(id).redacted.delete(n)) this.counts.redacted++;
      if (kind === 'purge') this.#purge(at, id, ...rest);
    }
  }

  #keep({ kind, at, by, site_id, retention_days: to }, site) {
    demand(!site.dead && (kind === 'site.begin' || site.days !== null), 'a retention of a site that is not there');
    const from = site.days;
    if (from !== null && to >= 0 && (from < 0 || to < from))
      under(this.#shortenings, site_id, []).push({ at, by, site_id, from, to, purged: 0 });
    site.days = to;
  }

  #holdsOf(siteId) {
    return under(this.#holds, siteId, new Map());
  }

  get shortenings() {
    return [...this.#shortenings.values()].flat().sort((one, other) => (one.at < other.at ? -1 : 1));
  }

  #end(site) {
    this.counts.deleted += site.gone + site.redacted.size;
    Object.assign(site, { dead: true, gone: 0, day: '', redacted: new Set() });
  }

  #purge(at, id, before, until, events) {
    const site = this.site(id);
    demand(site.days !== null && site.days >= 0 && until <= at, 'this purge is not allowed');
    demand(Date.parse(before) <= Date.parse(until) - site.days * dayMs, 'a purge of more than the rule allows');
    for (const { from, to } of [...this.#holdsOf(null).values(), ...this.#holdsOf(id).values()])
      demand(to !== '' && (until < from || until >= to), 'a purge within a legal hold');
    this.counts.purged += Math.min(site.gone, events);
    site.gone = Math.max(0, site.gone - events);
    if (site.day <= before.slice(0, 10)) site.day = '';
    for (const one of this.#shortenings.get(id) ?? [])
      if (Date.parse(until) - Date.parse(one.at) <= 14 * dayMs) one.purged += events;
  }

  judge({ account_id, site_id }) {
    demand(site_id === undefined || this.#all.has(site_id), 'the whole site is hidden');
    for (const [id, { gone, day, redacted, counted }] of this.#all) {
      demand(gone === 0 && day === '' && redacted.size === 0, `an event of ${id} is gone without a reason`);
      demand(account_id !== undefined || counted, `events of ${id} may be hidden`);
    }
  }
}

async function verify(path, older) {
  const [sites, file] = [new Sites(), createHash('sha256')];
  let [head, scope, tree, last, signers, at, lines] = [null, null, new Tree(), null, [], '', 0];
  const pass = () => {
    const root = older.get(`${head.origin}\n${tree.size}`);
    if (root === undefined) return;
    demand(root === tree.root().toString('base64'), 'this is another history than that of an older checkpoint');
    older.delete(`${head.origin}\n${tree.size}`);
  };
  for await (const line of linesOf(path)) {
    const row = JSON.parse(line);
    if (row.bundle !== undefined) {
      demand(head === null && endOf(row.previous) === endOf(last), 'a log does not go on from the one before it');
      const isSame = scope === null || JSON.stringify(scope) === JSON.stringify(row.scope);
      demand(isSame, 'the logs are of different accounts, groups or sites');
      [head, scope, tree, at] = [row, row.scope, new Tree(), ''];
    } else if (row.skip !== undefined) {
      demand(!head.scope.account_id && row.skip[0] === tree.size, 'leaves are left out');
      tree.skip(row.skip[1], row.hashes);
      sites.hide();
      pass();
    } else if (row.end !== undefined) {
      demand(row.lines === lines && row.sha256 === file.copy().digest('hex'), 'the file is damaged');
      last = { origin: head.origin, size: row.end, root: tree.root().toString('base64') };
      demand(row.end === tree.size && row.checkpoint.startsWith(`${endOf(last)}\n`), 'the tree is another one');
      signers = signersOf(
        row.checkpoint,
        head.vkeys.filter((vkey) => vkey.startsWith(`${head.origin}+`)),
      );
      demand(signers.length > 0, 'nobody signed');
      head = null;
    } else if (row.index !== undefined) {
      demand(row.index === tree.size, 'a leaf is missing or is there twice');
      let entry = row.note;
      if (entry !== undefined) {
        const note = JSON.parse(entry.slice('note '.length));
        demand(note.at >= at, 'a note stands behind a later one');
        demand((note.kind === 'log.begin') === (tree.size === 0), 'a log begins once');
        if (note.kind === 'log.begin') demand(endOf(note.previous) === endOf(head.previous), 'a log has another past');
        at = note.at;
        sites.note(note);
      } else {
        const { event } = row;
        const text = line.subarray(line.indexOf(',"event":') + ',"event":'.length, line.lastIndexOf('}'));
        const commitment = event && sha(Buffer.from(row.salt, 'base64'), text).toString('base64');
        const seen = event ? { ...event, occurred_on: event.occurred_at.slice(0, 10), commitment } : row;
        sites.event(row.n, seen, event !== undefined);
        entry = `event ${seen.site_id} ${row.n} ${seen.id} ${seen.occurred_on} ${seen.received_at} ${seen.commitment}`;
      }
      tree.push(sha('\0', entry));
      pass();
    } else demand(row.tile === tree.size || row.consistency !== undefined, 'a line that no bundle has');
    file.update(line);
    lines++;
  }
  demand(head === null && last !== null, 'the file is cut off');
  demand(older.size === 0, 'an older checkpoint does not lie on the way of this log');
  sites.judge(scope);
  return { ...last, signers, sites };
}

// As an editor or a mailer left it: with a byte order mark, quoted, indented.
function readCheckpoint(path) {
  const lines = readFileSync(path, 'utf8')
    .split('\n')
    .map((line) => line.replace(/^[\s>]+|\s+$/g, ''));
  const [origin, size, root] = lines.filter((line) => line !== '');
  demand(/^\d+$/.test(size ?? '') && root !== undefined, `${path} is no checkpoint`);
  return [`${origin}\n${size}`, root];
}

const [bundle, ...checkpoints] = process.argv.slice(2);
if (bundle === undefined) console.log('usage: BUNDLE [CHECKPOINT …]');
else {
  try {
    const older = new Map(checkpoints.map(readCheckpoint));
    const { origin, size, root, signers, sites } = await verify(bundle, older);
    console.log(`verified: ${origin}, ${size} leaves, root ${root}\nsigned by ${signers.join(' and ')}`);
    console.log(
      Object.entries(sites.counts)
        .map(([what, count]) => `${count} ${what}`)
        .join(', '),
    );
    for (const { at, by, site_id, from, to, purged } of sites.shortenings)
      console.log(`${at} ${site_id}: ${from} days became ${to} (by ${by}); ${purged} purged within 14 days after`);
  } catch (error) {
    console.error(`not verified: ${error.message}`);
    process.exitCode = 1;
  }
}
