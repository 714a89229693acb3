import { readdirSync, readlinkSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Processes that work in a folder: servers that were started there, and every process of its PostgreSQL. */
export function processesIn(folder: string): number[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const cwd = readlinkSync(`/proc/${name}/cwd`);
      return cwd === folder || cwd.startsWith(`${folder}/`) ? [Number(name)] : [];
    } catch {
      // It ended, or is another user's.
      return [];
    }
  });
}

/** `kill -9` of everything that works in a folder, at once; also of what one of them started in the last moment. */
export function endAll(folder: string): void {
  for (
    let round = 0, pids = processesIn(folder);
    pids.length > 0 && round < 100;
    round += 1, pids = processesIn(folder)
  ) {
    for (const pid of pids) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It ended meanwhile.
      }
    }
  }
}

/** Ends and removes what runs left behind that were themselves killed. */
export function sweep(prefix: string): void {
  for (const name of readdirSync(tmpdir())) {
    const owner = Number(new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1]);
    if (!(owner > 0) || isAlive(owner)) continue;
    endAll(path.join(tmpdir(), name));
    rmSync(path.join(tmpdir(), name), { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // a server that listens on TCP
  await new Promise((resolve) => server.close(resolve));
  return port;
}
