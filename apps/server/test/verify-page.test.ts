import { expect, it } from 'vitest';

import { sharedService } from './harness.ts';

const service = await sharedService();
const files = ['/verify/page.js', '/verify/worker.js', '/verify/verify.css'];

it('the page that checks a bundle is public, and its policy forbids the browser every connection', async () => {
  const { status, headers, text } = await service.call('GET', '/verify');
  expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  const policy = String(headers['content-security-policy']);
  expect(policy).toMatch(/^default-src 'none'; /);
  for (const part of ["connect-src 'none'", "form-action 'none'", "script-src 'self'", "worker-src 'self'"])
    expect(policy.split('; ')).toContain(part);
  expect(policy).not.toMatch(/\*|https?:|unsafe|wasm/);
  // Nothing runs that stands in the page itself, and all it loads is here.
  expect(text).not.toMatch(/<script(?![^>]* src="\/)|<[^>]* (?:on\w+|style|action)=|https?:/);
  for (const [, address = ''] of text.matchAll(/ (?:src|href|data-worker)="(\/[^"]*)"/g))
    expect((await service.call('GET', address.slice(service.basePath.length))).status, address).toBe(200);
});

it('the worker of the page obeys a policy that allows it nothing, and loads no second script', async () => {
  const { headers, text } = await service.call('GET', '/verify/worker.js');
  expect(headers['content-security-policy']).toBe("default-src 'none';frame-ancestors 'none'");
  expect(text).not.toMatch(/\b(?:importScripts|fetch|XMLHttpRequest|WebSocket|EventSource|sendBeacon)\b|\bimport\s*\(/);
});

it('R§2.2 R§2.10 the page and its files follow the HTTP rules of every other path', async () => {
  for (const address of ['/verify', ...files]) {
    const head = await service.call('HEAD', address);
    expect([head.status, head.text], address).toEqual([200, '']);
    const wrong = await service.call('POST', address);
    wrong.refused(405, 'method not allowed');
    expect(wrong.headers.allow, address).toBe('GET, HEAD, OPTIONS');
  }
  for (const path of ['/verify/', '/Verify', '/verify/nothing.js'])
    (await service.call('GET', path)).refused(404, 'not found');
});
