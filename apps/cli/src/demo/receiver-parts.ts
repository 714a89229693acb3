import { once } from 'node:events';
import type { Server } from 'node:http';

import { Refusal } from '../refusal.ts';

/** An event as a receiver prints it. */
export type Arrived = { id: number; at: string; severity: string; domain: string; message: string };
/** What a receiver does with an event that it has checked, and with a line for the person. */
export type Told = { show: (event: Arrived) => void; tell: (line: string) => void };
/** A receiver that listens. */
export type DemoReceiver = {
  /** The fields of the sink that leads to it. */
  sink: Record<string, unknown>;
  /** What it is, in a sentence. */
  says: string;
  /** Takes the signing secret, where the sink has one. */
  learn?: (secret: string) => void;
  close: () => Promise<void>;
};

/** Where receivers listen. */
export const loopback = '127.0.0.1';

export const portInUse = (port: number): Refusal =>
  new Refusal(`Port ${port} is in use: give another one, as --receiver-port ${port + 1}.`);

/** Listens, and resolves to what ends it. Throws a `Refusal` if the port is in use. */
export async function listen(server: Server, port: number): Promise<() => Promise<void>> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'EADDRINUSE' ? portInUse(port) : error);
    });
    server.listen(port, loopback, resolve);
  });
  return async () => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
}
