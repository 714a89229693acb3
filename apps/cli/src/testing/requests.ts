import { execFileSync } from 'node:child_process';

import { waitLimitMs } from '@goal/db/testing';

/** Lets a shell split the line, and sends the request as curl would. */
export async function paste(line: string): Promise<{ status: number; body: Record<string, unknown> }> {
  const shell = execFileSync('/bin/sh', ['-c', `curl() { printf '%s\\0' "$@"; }; ${line}`], { encoding: 'utf8' });
  const words = shell.split('\0').slice(0, -1);
  const after = (flag: string): string[] => words.flatMap((word, index) => (words[index - 1] === flag ? [word] : []));
  const [body] = after('-d');
  const answer = await fetch(words.at(-1) ?? '', {
    headers: after('-H').map((header) => header.split(/: (.*)/, 2) as [string, string]), // name and value
    ...(body === undefined ? {} : { method: 'POST', body }),
    signal: AbortSignal.timeout(waitLimitMs),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }; // every answer is an object
}

/** The answer of the tools about events, as far as tests read it. */
type Answer = {
  matched: number;
  complete: boolean;
  source: string;
  next_cursor: string;
  events: { code: number; severity: string; occurred_at: string; username: string; ip: string }[];
};

/** Calls a tool of the server on that port. `length` is that of the whole answer, in characters. */
export async function ask(
  { port, key }: { port: string; key: string },
  tool: string,
  input: object,
): Promise<{ length: number; text: string; structured: Answer }> {
  const answer = await fetch(`http://127.0.0.1:${port}/v1/goal/mcp`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool, arguments: input } }),
    signal: AbortSignal.timeout(waitLimitMs),
  });
  const body = await answer.text();
  // Otherwise the assertions on its fields fail.
  const { result } = JSON.parse(body) as { result: { content: [{ text: string }]; structuredContent: Answer } };
  return { length: body.length, text: result.content[0].text, structured: result.structuredContent };
}
