import type pg from 'pg';

import { Client } from './client.ts';

export type ChannelOptions = {
  url: string;
  /** Shown in pg_stat_activity. */
  name: string;
  /** The channel of LISTEN and NOTIFY: a plain identifier. */
  channel: string;
  /** Called with each message of another process, not with this process's own. */
  onMessage: (payload: string) => void;
  /** Called when messages begin to arrive. Earlier ones are lost. */
  onOpen: () => void;
};

const reconnectPauseMs = 1000;

/**
 * Short messages between the processes that share a database. They use a connection of their own,
 * so that waiting for a message holds none of a pool. Messages are lost while the connection is
 * down, and behind a pooler that does not support LISTEN: a receiver that relies on them must also
 * poll.
 */
export class Channel {
  #client: pg.Client | undefined;
  #isOpen = false;
  #isClosed = false;
  #reconnect: NodeJS.Timeout | undefined;

  constructor(private readonly options: ChannelOptions) {}

  /** Connects, and reconnects after each loss until `close`. Never fails. */
  open(): void {
    if (this.#client !== undefined || this.#reconnect !== undefined || this.#isClosed) return;
    const { url, name, channel, onMessage, onOpen } = this.options;
    const client = new Client({
      connectionString: url,
      application_name: `${name} ${channel}`,
      // A message changes no data, so its commit need not wait for the disk. Commits with messages
      // wait for one another, and only the limit for locks ends that wait.
      settings: { synchronous_commit: 'off', statement_timeout: '2000', lock_timeout: '1000' },
      connectionTimeoutMillis: 2000,
      query_timeout: 4000,
      keepAlive: true,
      // A listener sends nothing, so it would take hours to notice that a firewall forgot it.
      keepAliveInitialDelayMillis: 10_000,
    });
    this.#client = client;
    const lost = (): void => this.#lose(client);
    client.on('error', lost).on('end', lost);
    client.on('notification', ({ processId, payload = '' }) => {
      // pg's types omit the server's process id.
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

  /** Sends at most 8,000 bytes to the other processes; without a connection they are lost. */
  async send(payload: string): Promise<void> {
    this.open();
    const client = this.#client;
    if (client === undefined || !this.#isOpen) return;
    await client
      .query({ name: 'notify', text: 'SELECT pg_notify($1::text, $2::text)', values: [this.options.channel, payload] })
      .catch(() => this.#lose(client));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#reconnect);
    const client = this.#client;
    this.#client = undefined;
    await client?.end().catch(() => {});
  }

  #lose(client: pg.Client): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    this.#isOpen = false;
    client.end().catch(() => {});
    this.#reconnect = setTimeout(() => {
      this.#reconnect = undefined;
      this.open();
    }, reconnectPauseMs).unref();
  }
}
