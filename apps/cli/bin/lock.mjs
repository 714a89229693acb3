import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import net from 'node:net';

/**
 * Runs `work(fd)` while no other process does so for the same folder. The lock is a listening socket: the system itself frees it when its
 * holder dies in whatever way, so there is no stale file to judge, and no two waiters who both bury the same dead owner.
 * `fd` is that socket; a child that inherits it keeps the lock until it ends, also when we are killed before it.
 */
export async function locked(folder, { onWait, work }) {
  const address = addressOf(realpathSync(folder));
  const waiting = new Set();
  for (let told = false; ; told = true) {
    const server = await listen(address, waiting);
    if (server === undefined) {
      if (!told) onWait();
      await untilReleased(address);
      continue;
    }
    try {
      // The file behind a listening socket has no public name in Node; without one (Windows) children simply do not hold the lock.
      const fd = server._handle?.fd;
      return await work(fd > 2 ? fd : undefined);
    } finally {
      server.close();
      for (const socket of waiting) socket.destroy();
    }
  }
}

/** An abstract socket on Linux and a named pipe on Windows leave no file behind. Elsewhere a port of the loopback interface serves. */
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

/** Who holds the lock answers nothing; the connection ends when the last holder has closed the socket. */
function untilReleased(address) {
  return new Promise((resolve) => {
    const socket = net.connect(address);
    socket.on('error', () => {}).on('close', () => setTimeout(resolve, 20));
    socket.resume();
  });
}
