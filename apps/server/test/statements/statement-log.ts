import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import type { Database } from '@goal/db';

/** Settings, as JSON, of an embedded PostgreSQL that logs every statement. */
export const loggedSettings = {
  log_statement: 'all',
  logging_collector: 'on',
  log_destination: 'jsonlog',
  log_directory: 'statements',
  log_filename: 'all',
  log_rotation_size: '0',
};

export type Logged = { name: string; text: string };

/**
 * Returns every distinct statement that sessions of these application names have run so far;
 * unnamed statements have an empty name.
 */
export function readStatements(dataDir: string, applications: readonly string[]): Logged[] {
  const folder = path.join(dataDir, 'postgres', 'statements');
  const found = new Map<string, Logged>();
  for (const file of readdirSync(folder).filter((one) => one.endsWith('.json'))) {
    for (const line of readFileSync(path.join(folder, file), 'utf8').split('\n')) {
      if (line === '') continue;
      const { message = '', application_name } = JSON.parse(line) as { message?: string; application_name?: string }; // as PostgreSQL writes it
      const [, kind = '', text = ''] = /^(statement|execute [^:]*): (.*)$/s.exec(message) ?? [];
      if (kind === '' || !applications.includes(application_name ?? '')) continue;
      const name = kind.slice('execute '.length).replace('<unnamed>', '');
      found.set(text, { name: kind === 'statement' ? '' : name, text });
    }
  }
  return [...found.values()];
}

/** A plan step that reads or changes a table, with all its conditions. */
export type Access = { table: string; step: string; conditions: string[] };

type Node = Record<string, unknown> & { Plans?: Node[] };

/**
 * Returns how a statement reaches the tables of `among`, from PostgreSQL’s generic plan. The
 * session uses `planning`, which joins by conditions on the inner side, so that they appear at the
 * step itself.
 */
export async function accessesOf(
  on: Pick<Database['work'], 'query'>,
  text: string,
  among: readonly string[],
): Promise<Access[]> {
  const { rows } = await on.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(
    `explain (generic_plan, verbose, format json) ${text}`,
  );
  const found: Access[] = [];
  const visit = (node: Node): void => {
    const field = (name: string): string => (typeof node[name] === 'string' ? node[name] : '');
    if (among.includes(field('Relation Name')))
      found.push({
        table: field('Relation Name'),
        step: [field('Node Type'), field('Operation')].filter(Boolean).join(' '),
        conditions: Object.keys(node)
          .filter((name) => /Cond$|Filter$/.test(name))
          .map(field),
      });
    node.Plans?.forEach(visit);
  };
  visit(rows[0]?.['QUERY PLAN'][0].Plan ?? {});
  return found;
}

/** The settings of such a session. */
export const planning = ['seqscan', 'bitmapscan', 'hashjoin', 'mergejoin', 'material', 'memoize']
  .map((one) => `set enable_${one} = off`)
  .join('; ');

/**
 * The accounts that the rows of an INSERT name, which come first in each row, or in the SELECT that
 * brings them: `$1`, `12`. Undefined: the account comes from rows.
 */
export function insertedAccounts(text: string): string[] | undefined {
  const [, account, rows] =
    /^\s*insert into \w+(?: as \w+)? \(account\b[^)]*\)\s+(?:select (\$?\d+)(?:::int)?,|values (.*?)(?= on conflict|$))/is.exec(
      text,
    ) ?? [];
  if (account !== undefined) return [account];
  if (rows === undefined) return undefined;
  return [...rows.matchAll(/(?:^|\), )\(([^,:]+)/g)].map(([, one = '']) => one);
}

/** Whether a statement of several parts, with WITH, changes one of these tables. */
export function changesWithin(text: string, tables: readonly string[]): boolean {
  if (!/^\s*with\b/i.test(text)) return false;
  return tables.some((table) => new RegExp(`\\b(insert into|update|delete from) ${table}\\b`, 'i').test(text));
}
