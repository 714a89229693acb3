import { createHash } from 'node:crypto';

import * as shape from '@goal/contract';
import {
  beginFile,
  findSites,
  judgePlan,
  listAccounts,
  listAccountSites,
  listActions,
  partOf,
  partsOf,
  type FileRecord,
  type Part,
} from '@goal/core';
import { z } from 'zod';

import { operatorReadProcedure } from '../../access.ts';
import { ownerOf, type Context } from '../../http/context.ts';
import { Streamed } from '../../http/streamed.ts';
import { rest, unchecked } from '../meta.ts';
import { readAccount } from './named.ts';

/** For the types alone: the answer is a stream, which document.ts describes. */
const stream = unchecked(z.instanceof(Streamed).meta({ override: { type: 'string' } }));

type FileContext = Context & {
  actor: Parameters<typeof beginFile>[1];
  revalidate: () => Promise<unknown>;
};

type File<Row> = {
  name: 'accounts' | 'sites' | 'actions';
  columns: readonly (keyof Row & string)[];
  /** The parameters, for the record, and whether the file ends with `csvEnd`. */
  filters: Record<string, unknown> & Pick<z.output<typeof shape.sitesFileQuery>, 'end'>;
  read: () => Promise<Part<Row>>;
};

/**
 * A list as a CSV file (rulings §8), part by part: neither the service nor the database holds
 * more than a part of it. A file that cannot be finished breaks off. Throws `not_found` at a door
 * that sends no streams.
 */
async function csvFile<Row extends object>(
  ctx: FileContext,
  { name, columns, filters: { end, ...filters }, read }: File<Row>,
): Promise<Streamed> {
  if (ctx.streams === 'none') throw new shape.DomainError('not_found');
  const first = await read();
  let record: FileRecord | undefined;
  let sent = 0;
  if (ctx.streams === 'whole')
    record = await beginFile(ctx.services.core, ctx.actor, `${name}.export`, recorded(filters));
  const hash = createHash('sha256');
  const hashed = (text: string): Buffer => {
    hash.update(text);
    return Buffer.from(text);
  };
  async function* bytes(): AsyncGenerator<Buffer> {
    yield hashed(`${columns.join(',')}\r\n`);
    for await (const rows of partsOf(first, { owner: ownerOf(ctx.facts), signal: ctx.cost.signal })) {
      sent += rows.length;
      if (rows.length > 0) yield hashed(rows.map((row) => line(columns.map((column) => row[column]))).join(''));
    }
  }
  return new Streamed({
    headers: {
      'Content-Type': 'text/csv; charset=utf-8; header=present',
      'Content-Disposition': `attachment; filename="${name}.csv"`,
    },
    zips: true,
    bytes,
    ...(end === undefined ? {} : { last: async () => Buffer.from(shape.csvEnd(sent, hash.digest('hex'))) }),
    judge: ctx.revalidate,
    end: async (complete) => record?.end(sent, complete),
  });
}

const line = (cells: readonly unknown[]): string => `${cells.map(cell).join(',')}\r\n`;

/** Numbers and booleans as they are, nothing for null, and every text guarded and in quotes. */
function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return shape.csvField(typeof value === 'string' ? value : JSON.stringify(value));
}

/** The parameters that were given; of a pasted key its prefix alone. */
function recorded(filters: Record<string, unknown>): Parameters<typeof beginFile>[3] {
  return Object.fromEntries(
    Object.entries(filters).flatMap(([name, value]) => {
      if (value === undefined) return [];
      const text = Array.isArray(value) ? value.join(',') : typeof value === 'string' ? value : JSON.stringify(value);
      return [[name, shape.withoutSecrets(text)]];
    }),
  );
}

/** Judges the plan, which precedes the other parameters in the contract's table (rulings §2.4). */
export const filteredAccounts = operatorReadProcedure.input(shape.accountsFilter).use(async ({ ctx, input, next }) => {
  if (input.plan !== undefined) await judgePlan(ctx.services.core, input.plan);
  return next();
});

type AccountsInput = z.output<typeof shape.accountsFilter> & z.output<typeof shape.accountsFileQuery>;
export const accountFilter = ({ is_reseller: isReseller, ...input }: AccountsInput) => ({ ...input, isReseller });

type ActionsInput = z.output<typeof shape.actionsFileQuery>;
export const actionFilter = ({ account_id: accountId, actor_kind: actorKinds, ...input }: ActionsInput) => ({
  ...input,
  accountId,
  actorKinds,
});

export const accountsFile = filteredAccounts
  .meta(rest('GET', '/admin/accounts.csv', 'The list of accounts as a file', { stream: true }))
  .input(shape.accountsFileQuery)
  .output(stream)
  .query(({ ctx, input }) => {
    const { core } = ctx.services;
    // The file has the events of the month, however it is sorted.
    const filter = { ...accountFilter(input), sort: input.sort ?? ('created' as const) };
    return csvFile(ctx, {
      name: 'accounts',
      columns: [
        'id',
        'email',
        'name',
        'plan',
        'is_reseller',
        'created_at',
        'sites_active',
        'sites_paused',
        'events_this_month',
      ],
      filters: input,
      read: () =>
        partOf(async (page) => {
          const { accounts, next } = await listAccounts(core, filter, page);
          return { rows: accounts, next };
        }),
    });
  });

export const sitesFile = operatorReadProcedure
  .meta(rest('GET', '/admin/sites.csv', 'The list of sites of all accounts as a file', { stream: true }))
  .input(shape.sitesFileQuery)
  .output(stream)
  .query(({ ctx, input }) =>
    csvFile(ctx, {
      name: 'sites',
      columns: ['id', 'domain', 'name', 'status', 'created_at', 'account_id', 'email'],
      filters: input,
      read: () =>
        partOf(async (page) => {
          const { sites, next } = await findSites(ctx.services.core, input.q, page);
          return { rows: sites, next };
        }),
    }),
  );

export const accountSitesFile = readAccount
  .meta(rest('GET', '/admin/accounts/{id}/sites.csv', "The list of an account's sites as a file", { stream: true }))
  .input(shape.accountSitesFileQuery)
  .output(stream)
  .query(({ ctx, input: { id, ...input } }) =>
    csvFile(ctx, {
      name: 'sites',
      columns: [
        'id',
        'domain',
        'site_url',
        'name',
        'status',
        'retention_days',
        'created_at',
        'active_token_count',
        'account_id',
        'rate_limit_rps',
        'group_id',
        'group_name',
        'last_accepted_at',
        'events_per_day',
      ],
      filters: { account_id: id, ...input },
      read: () =>
        partOf(async (page) => {
          const filter = { q: input.q, status: input.status, groupId: input.group_id };
          const { sites, next } = await listAccountSites(ctx.services.core, ctx.caller, filter, page);
          return { rows: sites, next };
        }),
    }),
  );

export const actionsFile = operatorReadProcedure
  .meta(rest('GET', '/admin/actions.csv', 'The record of actions as a file', { errors: [400, 404], stream: true }))
  .input(shape.actionsFileQuery)
  .output(stream)
  .query(({ ctx, input }) =>
    csvFile(ctx, {
      name: 'actions',
      columns: ['id', 'occurred_at', 'actor_kind', 'actor', 'action', 'account_id', 'site_id', 'detail'],
      filters: input,
      read: () =>
        partOf(async (page) => {
          const { actions, next } = await listActions(ctx.services.core, actionFilter(input), page);
          return { rows: actions, next };
        }),
    }),
  );
