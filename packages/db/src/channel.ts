import type pg from 'pg';

import { Client } from './client.ts';

export type ChannelOptions = {
  url: string;
  /** Shown in pg_stat_activity. */
  name: string;
  /** Of LISTEN and NOTIFY: a plain name. */
  channel: string;
  /** What another process said. What this one says does not come back. */
  onMessage: (payload: string) => void;
  /** From now on messages arrive; those of before are lost. */
  onOpen: () => void;
};

/** Milliseconds until a lost connection is tried again. */
const pause = 1000;

/**
 * Short messages between the processes that share a database, over one connection of its own: what waits for a message holds none of a pool.
 * Messages may be lost, when the connection is, or behind a pooler that knows no LISTEN: so whoever relies on them must look for himself now
 * and then.
 */
export class Channel {
  #client: pg.Client | undefined;
  #isOpen = false;
  #isClosed = false;
  #again: NodeJS.Timeout | undefined;

  constructor(private readonly options: ChannelOptions) {}

  /** Connects, and again whenever the connection is lost, until `close`. Never fails. */
  open(): void {
    if (this.#client !== undefined || this.#again !== undefined || this.#isClosed) return;
    const { url, name, channel, onMessage, onOpen } = this.options;
    const client = new Client({
      connectionString: url,
      application_name: `${name} ${channel}`,
      // A message is no change: nobody has to wait until it is on the disk.
      options: '-c synchronous_commit=off -c statement_timeout=2000',
      connectionTimeoutMillis: 2000,
      query_timeout: 4000,
      keepAlive: true,
    });
    this.#client = client;
    const lost = (): void => this.#lose(client);
    client.on('error', lost).on('end', lost);
    client.on('notification', ({ processId, payload = '' }) => {
      // The types of pg leave out the number of the server's process.
      const { processID: own } = client as pg.Client & { processID?: number | null };
      if (processId !== own) onMessage(payload);
    });
    client
      .connect()
      .then(() => client.query(`LISTEN ${channel}`))
      .then(() => {
        this.#isOpen = true;
        onOpen();
      })
      .catch(lost);
  }

  /** Tells the other processes, who hear of it at once. At most 8,000 bytes. Without a connection nobody hears. */
  async send(payload: string): Promise<void> {
    this.open();
    const client = this.#client;
    if (client === undefined || !this.#isOpen) return;
    await client
      .query({ name: 'notify', text: 'SELECT pg_notify($1, $2)', values: [this.options.channel, payload] })
      .catch(() => this.#lose(client));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#again);
    const client = this.#client;
    this.#client = undefined;
    await client?.end().catch(() => {});
  }

  #lose(client: pg.Client): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    this.#isOpen = false;
    client.end().catch(() => {});
    this.#again = setTimeout(() => {
      this.#again = undefined;
      this.open();
    }, pause).unref();
  }
}
