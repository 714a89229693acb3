import { randomUUID } from 'node:crypto';

import { until } from '@goal/db/testing';

import { openClient, type Client } from '../harness/client.ts';
import type { ServerProcess } from '../processes.ts';

/** A client whose requests all come to one process, as long as it sends one at a time. */
export type ProcessClient = Client & { pid: number };

/**
 * Opens a client for each of the processes behind the server's port. Connections are given out in
 * turn, and the log says which process answered.
 */
export async function openClientOfEach(server: ServerProcess, processes: number): Promise<ProcessClient[]> {
  const found = new Map<number, ProcessClient>();
  await until(async () => {
    const client = openClient(server.origin, server.basePath);
    const pid = await processOf(server, client);
    if (found.has(pid)) client.close();
    else found.set(pid, Object.assign(client, { pid }));
    return found.size === processes;
  });
  return [...found.values()];
}

/** The process that answers this client. */
async function processOf(server: ServerProcess, client: Client): Promise<number> {
  const id = randomUUID();
  await client.call('GET', '/healthz', { root: true, headers: { 'X-Request-Id': id } });
  const line = (): string | undefined =>
    server
      .printed()
      .split('\n')
      .find((one) => one.includes(id));
  await until(() => line() !== undefined);
  return Number(/"pid":(\d+)/.exec(line() ?? '')?.[1]);
}
