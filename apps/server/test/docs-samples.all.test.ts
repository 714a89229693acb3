import { execFile, spawn } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import { freePort, until, waitLimitMs } from '@goal/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Page } from '../src/docs/pages.ts';
import { makeQuestionsScene } from './docs-scene.ts';
import { blocksOf, everyPage, sourceOf, type Block } from './docs-site.ts';
import { makeEvent, startService, type TestService } from './harness.ts';

const root = path.resolve(import.meta.dirname, '../../..');
/**
 * The languages that run. Other blocks are answers, settings and commands to start or install
 * something.
 */
const programs: Readonly<Record<string, readonly [command: string, file: string]>> = {
  sh: ['bash', 'sample.sh'],
  js: [process.execPath, 'sample.mjs'],
  php: ['php', 'sample.php'],
  python: ['python3', 'sample.py'],
};

let service: TestService;
let folder: string;
/** The packages that npm installed with the command of the page about JavaScript. */
let installed: string[];
beforeAll(async () => {
  service = await startService();
  folder = await mkdtemp(path.join(os.tmpdir(), 'goal-samples-'));
  installed = await installClient();
  // A refusal fails a sample.
  await writeFile(path.join(folder, '.curlrc'), 'fail\nshow-error\n');
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

/**
 * Installs the client as the page about JavaScript says, on a machine whose npm has an empty cache
 * and no registry; returns the names of all packages that came.
 */
async function installClient(): Promise<string[]> {
  const page = await readFile(path.join(root, 'docs/guide/javascript.md'), 'utf8');
  const [line = ''] = /^npm install .*$/m.exec(page) ?? [];
  const address = line.replace('npm install ', '').replace('{base_url}', `${service.origin}${service.basePath}`);
  const bare = ['--registry=http://127.0.0.1:9/', `--cache=${path.join(folder, 'cache')}`, '--fetch-retries=0'];
  await promisify(execFile)('npm', ['install', '--no-audit', '--no-fund', ...bare, address], { cwd: folder });
  const lock = JSON.parse(await readFile(path.join(folder, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, unknown>;
  }; // npm's own form
  return Object.keys(lock.packages).filter((name) => name !== '');
}

/**
 * The page whose answers are compared as a whole, because its account holds what it tells about.
 */
const questions = 'guide/questions.md';

/** Fields that differ from run to run, so that only their form is compared. */
const changing = new Set(['id', 'received_at', 'next_after']);

/** The environment of a page's samples: an own account with a group, a site in it, and events. */
async function furnish(): Promise<Record<string, string>> {
  const account = await service.makeAccount({ plan: 'pro' });
  const group = await service.makeGroup(account, { name: 'Shops' });
  const site = await service.makeSite(account, { group_id: group.id });
  await service.ingest(
    site,
    ['info', 'low', 'high', 'critical'].map((severity) =>
      makeEvent({ severity, message: 'Deleted the user jo', ip: '203.0.113.7' }),
    ),
  );
  const { key } = await service.makeGroupKey(account, group);
  return {
    GOAL_URL: `${service.origin}${service.basePath}`,
    GOAL_KEY: account.token,
    GOAL_GROUP_KEY: key,
    GOAL_GROUP_ID: group.id,
    GOAL_SITE_KEY: site.token,
    GOAL_SITE_DOMAIN: site.domain,
    GOAL_SITE_ID: site.id,
    GOAL_ADMIN: service.adminWrite,
    // For `npm run goal`, which runs in the source folder.
    DATABASE_URL: service.databaseUrl,
    CURL_HOME: folder,
  };
}

/** `npm` of the source folder, in a script. */
const npmThere = `npm() { (cd '${root}' && command npm "$@"); }`;
/**
 * What `npm run -s goal -- …` runs in the end, without npm, which takes half of the time. `status`
 * exits with 1, because the tests' database does not write to the disk.
 */
const goalAlone = `npm() {
  [[ "$1 $2 $3 $4" == 'run -s goal --' ]] || return
  local code=0
  node '${root}/apps/cli/dist/bundle/main.js' "\${@:5}" || code=$?
  [[ $code == "$([[ "$5" == status ]] && echo 1 || echo 0)" ]]
}`;
/** The page whose commands npm runs, as a reader would type them. */
const withNpm = 'quick-start';

/** Runs the curl samples of a page in one shell, as a reader would; returns the output of each. */
async function runShell({ slug }: Page, blocks: readonly Block[], env: Record<string, string>): Promise<string[]> {
  const own = path.join(folder, slug);
  const mark = '\u0001';
  const script = ['set -euo pipefail', slug === withNpm ? npmThere : goalAlone];
  for (const { text, line } of blocks) script.push(`echo "line ${line}" >&2`, text.trimEnd(), `printf '${mark}'`);
  // The next samples continue from here: a page that creates a key uses it.
  script.push('env -0 > environment');
  await writeFile(path.join(own, 'sample.sh'), script.join('\n'));
  const { stdout } = await promisify(execFile)('bash', ['sample.sh'], {
    cwd: own,
    env: { ...process.env, ...env },
    timeout: waitLimitMs,
  });
  return stdout.split(mark).slice(0, -1);
}

/** The structure of a value: keys without values; for lists, the first element. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (typeof value !== 'object' || value === null) return typeof value === 'string' ? 'text' : 'other';
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, one]): [string, unknown] => [key, shapeOf(one)])
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/** An answer without what differs from run to run. */
const withoutChanges = (text: string): unknown =>
  JSON.parse(text, (key, value: unknown) => (changing.has(key) ? typeof value : value));

/** Words of a text, whatever stands between them: `uniq -c` pads its counts by the system. */
const wordsOf = (text: string): string[] => text.trim().split(/\s+/);

/** Starts a receiver of webhooks, and sends it a signed batch twice and others that are not. */
async function expectReceives(own: string, command: string, file: string): Promise<void> {
  const [port, key] = [await freePort(), randomBytes(32)];
  const env = { ...process.env, PORT: String(port), GOAL_WEBHOOK_SECRET: `whsec_${key.toString('base64')}` };
  const child = spawn(command, [file], { cwd: own, env, stdio: 'pipe' });
  let [printed, said] = ['', ''];
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
  const event = { id: 7, domain: 'shop.test', severity: 'high', message: 'Deleted the user jo' };
  const body = JSON.stringify({ type: 'events', data: { stream_id: 's', events: [event] } });
  const signedAt = (seconds: number, by: Buffer = key): Record<string, string> => {
    const timestamp = String(Math.floor(Date.now() / 1000) + seconds);
    const signature = createHmac('sha256', by).update(`msg_1.${timestamp}.${body}`).digest('base64');
    return { 'webhook-id': 'msg_1', 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
  };
  const send = (headers: Record<string, string>) =>
    fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body }).then(
      ({ status }) => status,
      () => undefined,
    );
  try {
    await until(async () => child.exitCode !== null || (await send(signedAt(0))) === 204);
    // A repeat is taken and printed once; foreign, old and missing signatures are refused.
    const requests = [signedAt(0), signedAt(0, randomBytes(32)), signedAt(-400), signedAt(400), {}];
    const answers = [];
    for (const headers of requests) answers.push(await send(headers));
    expect([...answers, printed], said).toEqual([204, 401, 401, 401, 401, 'shop.test high Deleted the user jo\n']);
  } finally {
    child.kill();
  }
}

describe('the samples', () => {
  it.each(everyPage.map((page) => [page.file, page] as const))(
    'of %s run and answer as the page says',
    async (file, page) => {
      const blocks = blocksOf(await sourceOf(page));
      if (!blocks.some(({ language }) => language in programs)) return;
      const own = path.join(folder, page.slug);
      await mkdir(own, { recursive: true });
      const scene = file === questions ? await makeQuestionsScene(service) : undefined;
      let env = scene === undefined ? await furnish() : { ...scene.env, CURL_HOME: folder };
      const shell = blocks.filter(({ language }) => language === 'sh');
      const printed = await runShell(page, shell, env);
      for (const [at, { language, text, line }] of blocks.entries()) {
        const before = blocks[at - 1];
        if (before?.language !== 'sh') continue;
        const answer = printed[shell.indexOf(before)] ?? '';
        const where = `${file}:${line}`;
        if (scene !== undefined && language === 'text') expect(wordsOf(answer), where).toEqual(wordsOf(text));
        if (language !== 'json') continue;
        if (scene === undefined) expect(shapeOf(JSON.parse(answer)), where).toEqual(shapeOf(JSON.parse(text)));
        else expect(withoutChanges(scene.asPrinted(answer)), where).toEqual(withoutChanges(text));
      }
      env = { ...env, ...(await leftBehind(own)) };
      for (const { language, text, line } of blocks) {
        const program = programs[language];
        if (program === undefined || language === 'sh') continue;
        const [command, name] = program;
        await writeFile(path.join(own, name), text);
        if (/\.(listen|serve_forever)\(/.test(text)) {
          await expectReceives(own, command, name);
          continue;
        }
        const { stdout, stderr } = await promisify(execFile)(command, [name], {
          cwd: own,
          env: { ...process.env, ...env },
          timeout: waitLimitMs,
        });
        expect([stdout.length > 0, stderr], `${file}:${line}`).toEqual([true, '']);
      }
    },
  );
});

it('R§9.7 need no more than the client that the service serves, which npm installs from there without a registry', () => {
  expect(installed).toEqual(['node_modules/@goal/client']);
});

it('the Python sample of the tail goes on when the service restarts, whether its connection breaks before or within the answer', async () => {
  const page = await readFile(path.join(root, 'docs/guide/export-and-tail.md'), 'utf8');
  const sample = blocksOf(page).find(({ language, text }) => language === 'python' && text.includes('events/tail?'));
  const env = await furnish();
  let requests = 0;
  const relay = createServer((req, res) => {
    requests += 1;
    if (requests === 1) return void req.socket.destroy();
    if (requests === 2)
      return void res.writeHead(200, { 'Content-Length': 99 }).write('{"events"', () => req.socket.destroy());
    const headers = { authorization: req.headers.authorization ?? '' };
    void fetch(`${service.origin}${req.url}`, { headers }).then(async (answer) => res.end(await answer.text()));
  });
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
  const { port } = relay.address() as AddressInfo; // a server that listens on TCP
  const file = path.join(folder, 'tail.py');
  await writeFile(file, `import time\ntime.sleep = lambda seconds: None\n${sample?.text}`);
  const { stdout } = await promisify(execFile)('python3', [file], {
    env: { ...process.env, ...env, GOAL_URL: `http://127.0.0.1:${port}${service.basePath}` },
    timeout: waitLimitMs,
  });
  expect(stdout).toContain('Deleted the user jo');
  expect(requests).toBeGreaterThanOrEqual(3);
  relay.closeAllConnections();
  await new Promise((resolve) => relay.close(resolve));
});

describe('questions and answers', () => {
  it('each of the twenty questions has one call and one answer', async () => {
    const source = await readFile(path.join(root, 'docs', questions), 'utf8');
    const parts = source.split(/^### /m).slice(1);
    expect(parts.map((part) => Number.parseInt(part, 10))).toEqual(Array.from({ length: 20 }, (_, nth) => nth + 1));
    for (const part of parts) {
      const [question = '', ...rest] = part.split(/^## /m)[0]?.split('\n') ?? [];
      const languages = blocksOf(rest.join('\n')).map(({ language }) => language);
      expect(question).toMatch(/^\d+\. \S.*\?$/);
      expect(languages, question).toEqual(['sh', expect.stringMatching(/^(json|text)$/)]);
    }
  });
});

async function leftBehind(own: string): Promise<Record<string, string>> {
  const environment = await readFile(path.join(own, 'environment'), 'utf8');
  return Object.fromEntries(
    environment
      .split('\0')
      .filter((line) => line.startsWith('GOAL_'))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
}
