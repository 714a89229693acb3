import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import net from 'node:net';

/**
 * Runs `work(fd)` while no other process does so for the same folder. The lock is a listening
 * socket: the operating system frees it however its holder dies, so there is no stale lock file to
 * detect, and no race between two waiters that remove it. `fd` is that socket. A child that
 * inherits it keeps the lock until it exits, even if we are killed before it.
 */
export async function locked(folder, { onWait, work }) {
  const address = addressOf(realpathSync(folder));
  const waiting = new Set();
  for (let hasWaited = false; ; hasWaited = true) {
    const server = await listen(address, waiting);
    if (server === undefined) {
      if (!hasWaited) onWait();
      await untilReleased(address);
      continue;
    }
    try {
      // Node has no public API for a listening socket's file descriptor. Windows has none at all:
      // there children do not hold the lock.
      const fd = server._handle?.fd;
      return await work(fd > 2 ? fd : undefined);
    } finally {
      server.close();
      for (const socket of waiting) socket.destroy();
    }
  }
}

/** A socket that leaves no file on Linux and Windows; elsewhere a loopback port. */
function addressOf(folder) {
  const hash = createHash('sha256').update(folder).digest();
  const name = `goal-setup-${hash.toString('hex').slice(0, 32)}`;
  if (process.platform === 'linux') return { path: `\0${name}` };
  if (process.platform === 'win32') return { path: `\\\\.\\pipe\\${name}` };
  return { host: '127.0.0.1', port: 20_000 + (hash.readUInt32BE() % 20_000) };
}

function listen(address, waiting) {
  return new Promise((resolve, reject) => {
    const server = net.createServer((socket) => {
      waiting.add(socket);
      socket.on('error', () => {}).on('close', () => waiting.delete(socket));
    });
    server.on('error', (error) => (error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error)));
    server.listen(address, () => resolve(server));
  });
}

/** The holder never answers; the connection ends once the last holder has closed the socket. */
function untilReleased(address) {
  return new Promise((resolve) => {
    const socket = net.connect(address);
    socket.on('error', () => {}).on('close', () => setTimeout(resolve, 20));
    socket.resume();
  });
}
