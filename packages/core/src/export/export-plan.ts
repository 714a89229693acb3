import type { ExportFormat } from '@goal/contract';

import type { Events } from '../core.ts';
import type { EventFilter } from '../event/read/filter.ts';
import type { SiteNames } from '../event/read/remembered-site-names.ts';
import type { EventScope } from '../event/scope.ts';
import type { Order, Position } from '../ground/position.ts';
import type { ExportFacts } from './ndjson.ts';

/** How an export ended. `sha256` is that of the whole body; null: it was cut off. */
export type EndedExport = { events: number; bytes: number; sha256: string | null };

/** What an export is made of. */
export type ExportPlan = {
  core: Events;
  account: number;
  key: string;
  id: string;
  format: ExportFormat;
  /** Whether a file of rows ends with `csvEnd`. */
  withEnd: boolean;
  order: Order;
  filter: EventFilter;
  after: Position | undefined;
  facts: ExportFacts;
  /** Throws when the key may no longer read. Called repeatedly, whether the client reads or not. */
  judge: () => Promise<unknown>;
  /** Returns what may be seen and checks the key again. Called repeatedly while the export runs. */
  scope: () => Promise<EventScope>;
  /** The names of these sites; deleted sites are missing. */
  sites: (sites: number[]) => Promise<Map<number, SiteNames>>;
  withSites: boolean;
  /** Whether the reader may see addresses (rulings §11.5). */
  withIp: boolean;
  record: {
    begin: () => Promise<void>;
    end: (result: EndedExport) => Promise<void>;
  };
};
