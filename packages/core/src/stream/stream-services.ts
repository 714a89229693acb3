import type { DeliveryOutcome } from '@goal/contract';
import type { Database } from '@goal/db';
import type { Guard } from '@goal/sinks';
import { holdsIpv4, isNetworkList } from '@goal/sinks/nets';

import { HourlyCheckpoints } from './hourly-checkpoints.ts';
import { openStreamCipher, type StreamCipher } from './sink/stream-cipher.ts';

/** The settings of streams from the environment. */
export type StreamSettings = {
  /** STREAM_SECRET: seal what streams keep secret, the newest first. */
  secrets?: readonly string[] | undefined;
  /** STREAM_ALLOW_NETS: private networks that streams may send to. */
  allowNets?: string | undefined;
  /** STREAM_DISABLE_DAYS: days of failing after which a stream is switched off. */
  disableDays?: number | undefined;
};

/** Whether a text has the form of `allowNets`: networks, separated by commas. */
export const isStreamNets: (text: string) => boolean = isNetworkList;

/** Whether streams may send to a private IPv4 address. */
export const streamsMayReach = ({ allowNets = '' }: Pick<StreamSettings, 'allowNets'>, address: string): boolean =>
  holdsIpv4(allowNets, address);

/** rulings §15.7 */
const disableDays = 5;

/** What the verbs and the worker share about streams within a process. */
export type StreamServices = {
  cipher: StreamCipher;
  disableDays: number;
  /** Which streams have put a checkpoint of the signed log beside their files. */
  checkpoints: HourlyCheckpoints;
  /** The guard of all connections to sinks. It is loaded when it is first used. */
  guard(): Promise<Guard>;
  /** Tells the worker of this process that streams were changed. */
  changed(): void;
  /** Sets who is told by `changed`. */
  onChange(listener: () => void): void;
  /** What this process has delivered since its start. */
  figures: StreamFigures;
  close(): Promise<void>;
};

/** Counts of a process, for its metrics. */
export type StreamFigures = {
  /** Batches by what came of them; for `set_aside`, events. */
  deliveries: Record<DeliveryOutcome, number>;
  /** Events that a sink took. */
  events: number;
  /** Told of the seconds between the arrival of a batch's first event and the yes of its sink. */
  onDelay: (seconds: number) => void;
};

export function openStreamServices(db: Database, settings: StreamSettings = {}): StreamServices {
  let guard: Promise<Guard> | undefined;
  let listener = (): void => {};
  return {
    cipher: openStreamCipher(db, settings.secrets ?? []),
    disableDays: settings.disableDays ?? disableDays,
    checkpoints: new HourlyCheckpoints(),
    guard: () =>
      (guard ??= import('@goal/sinks').then(({ openGuard }) => openGuard({ allowNets: settings.allowNets }))),
    changed: () => listener(),
    figures: {
      deliveries: { delivered: 0, refused: 0, failed: 0, set_aside: 0 },
      events: 0,
      onDelay: () => {},
    },
    onChange(told) {
      listener = told;
    },
    async close() {
      listener = () => {};
      (await guard)?.close();
    },
  };
}
