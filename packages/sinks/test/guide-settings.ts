import { readFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import path from 'node:path';

const guide = path.resolve(import.meta.dirname, '../../../docs/guide/stream-syslog.md');

/** The settings that the guide shows for a program, under «In …». */
export function settingsOf(program: string): string {
  const [, section = ''] = new RegExp(`^## In ${program}$(.*?)^## `, 'ms').exec(readFileSync(guide, 'utf8')) ?? [];
  const [, shown] = /^```conf\n(.*?)^```$/ms.exec(section) ?? [];
  if (shown === undefined) throw new Error(`${guide} shows no settings of ${program}`);
  return shown;
}

export async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const isConnected = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  });
  socket.destroy();
  return isConnected;
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // a server that listens on TCP
  await new Promise((resolve) => server.close(resolve));
  return port;
}
