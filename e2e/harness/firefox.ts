import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { Session } from '../service/sign-in.ts';
import { until } from '../service/until.ts';

/**
 * Opens a page in Debian's Firefox with the cookies of a session, waits until `ready` finds an
 * element, and resolves to the text of the page and the PDF that Firefox makes of it, on A4.
 */
export async function printInFirefox(
  url: string,
  { cookies }: Session,
  ready: string,
): Promise<{ text: string; pdf: Buffer }> {
  const profile = mkdtempSync(path.join(tmpdir(), 'goal-firefox-'));
  writeFileSync(path.join(profile, 'user.js'), 'user_pref("marionette.port", 0);\n');
  const firefox = spawn('firefox-esr', ['--marionette', '--headless', '--no-remote', '--profile', profile], {
    stdio: 'ignore',
  });
  const ended = once(firefox, 'exit');
  try {
    const file = path.join(profile, 'MarionetteActivePort');
    const port = await until('the port of Firefox', () => {
      const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
      return text === '' ? undefined : Number(text);
    });
    const ask = await openMarionette(port);
    await ask('WebDriver:NewSession', { capabilities: {} });
    // A cookie is given to the page that is open.
    await ask('WebDriver:Navigate', { url: new URL('/api/health', url).href });
    for (const { name, value, httpOnly, secure, sameSite } of cookies)
      await ask('WebDriver:AddCookie', { cookie: { name, value, path: '/', httpOnly, secure, sameSite } });
    await ask('WebDriver:Navigate', { url });
    const script = `return document.querySelector(${JSON.stringify(ready)}) !== null`;
    await until(`${ready} in Firefox`, async () =>
      (await ask('WebDriver:ExecuteScript', { script, args: [] })) === true ? true : undefined,
    );
    const text = await ask('WebDriver:ExecuteScript', { script: 'return document.body.innerText', args: [] });
    const pdf = await ask('WebDriver:Print', { page: { width: 21, height: 29.7 } });
    return { text: String(text), pdf: Buffer.from(String(pdf), 'base64') };
  } finally {
    firefox.kill();
    await ended;
    rmSync(profile, { recursive: true, force: true });
  }
}

type Ask = (command: string, parameters: object) => Promise<unknown>;

/** Firefox's protocol: `LENGTH:JSON`, answered `[1, id, error, result]`. Rejects in its words. */
async function openMarionette(port: number): Promise<Ask> {
  const socket = connect(port, '127.0.0.1');
  const waiting = new Map<number, (error: unknown, result: unknown) => void>();
  let left = Buffer.alloc(0);
  socket.on('data', (chunk) => {
    left = Buffer.concat([left, chunk]);
    for (let colon = left.indexOf(':'); colon !== -1; colon = left.indexOf(':')) {
      const end = colon + 1 + Number(left.subarray(0, colon).toString());
      if (left.length < end) return;
      const message: unknown = JSON.parse(left.subarray(colon + 1, end).toString());
      left = left.subarray(end);
      // The first message greets, and is an object.
      if (Array.isArray(message)) waiting.get(Number(message[1]))?.(message[2], message[3]);
    }
  });
  await once(socket, 'connect');
  socket.once('close', () => waiting.forEach((answer) => answer('Firefox has ended', undefined)));
  let last = 0;
  return (command, parameters) =>
    new Promise((resolve, reject) => {
      const id = (last += 1);
      waiting.set(id, (error, result) =>
        error === null
          ? resolve((result as { value?: unknown }).value)
          : reject(new Error(`${command}: ${JSON.stringify(error)}`)),
      );
      const text = JSON.stringify([0, id, command, parameters]);
      socket.write(`${Buffer.byteLength(text)}:${text}`);
    });
}
