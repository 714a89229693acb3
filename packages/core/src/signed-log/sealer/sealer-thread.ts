import { getHeapStatistics } from 'node:v8';
import type { MessagePort } from 'node:worker_threads';

import { isUnavailable, openSealingPool, type Topology } from '@goal/db';

import { cachedKeys } from '../seal/cached-keys.ts';
import { LogSizes } from '../seal/log-sizes.ts';
import type { SealOutcome } from '../seal/seal-account.ts';
import { Sealer, type SealFigures, type SealNow } from './sealer.ts';

/** What the thread is given at its start. */
export type ThreadData = {
  databaseUrl: string;
  application: string;
  topology: Topology;
  identity: string;
  origin: string;
  seeds: readonly Uint8Array[];
  dataDir: string | undefined;
  seconds: number;
};

export type ToThread =
  | { kind: 'start' }
  | { kind: 'stop' }
  | { kind: 'ring'; accounts: number[] }
  | { kind: 'seal'; id: number; account: number; options: SealNow };

/** An error between threads: its copy has no code. */
export type SealerMessage = { error: Error; isUnavailable: boolean };

export type FromThread =
  | ({ kind: 'error' } & SealerMessage)
  | { kind: 'figures'; figures: SealFigures }
  | { kind: 'sealed'; id: number; outcome: SealOutcome }
  | ({ kind: 'failed'; id: number } & SealerMessage);

/** How often the figures are sent, in ms. */
const figuresMs = 1000;

/**
 * Seals in a thread of its own, with connections of its own: thousands of events in one go hold a
 * thread for longer than a request may wait (docs/decisions/092-signed-log.md).
 */
export function runSealer(port: MessagePort, data: ThreadData): void {
  const { databaseUrl: url, application: name, topology, identity, origin, seeds, dataDir, seconds } = data;
  const send = (message: FromThread): void => port.postMessage(message);
  const { pool, close } = openSealingPool({ url, name, topology });
  const sizes = new LogSizes(dataDir);
  const onError = (error: unknown): void => send({ kind: 'error', ...told(error) });
  const sealer = new Sealer({ pool, identity, origin, keys: cachedKeys(pool, seeds), sizes }, { seconds, onError });
  const tell = (): void => send({ kind: 'figures', figures: { ...sealer.figures, threadBytes: ownBytes() } });
  const figures = setInterval(tell, figuresMs);
  const stop = async (): Promise<void> => {
    clearInterval(figures);
    await sealer.stop();
    await close();
    port.close();
  };
  port.on('message', (message: ToThread) => {
    if (message.kind === 'start') sealer.start();
    else if (message.kind === 'ring') sealer.ring(message.accounts);
    else if (message.kind === 'stop') void stop();
    else {
      const { id, account, options } = message;
      sealer.seal(account, options).then(
        (outcome) => send({ kind: 'sealed', id, outcome }),
        (error: unknown) => send({ kind: 'failed', id, ...told(error) }),
      );
    }
  });
}

/** The heap of this thread, and what V8 counts outside of it for its objects. */
function ownBytes(): number {
  const { total_physical_size: heap, external_memory: outside } = getHeapStatistics();
  return heap + outside;
}

/** An error whose copy another thread can read. */
const told = (error: unknown): SealerMessage => ({
  error: error instanceof Error ? error : new Error(String(error)),
  isUnavailable: isUnavailable(error),
});
