import type { Database } from '@goal/db';

/** A step of a plan, as EXPLAIN reports it, with the type of the step above it. */
export type Node = {
  'Node Type': string;
  above?: string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Plans?: Node[];
};

const flat = (node: Node): Node[] => [
  node,
  ...(node.Plans ?? []).flatMap((part) => flat({ ...part, above: node['Node Type'] })),
];

/**
 * The generic plan that every execution of the statement gets on a pool, as a flat list of steps.
 */
export async function planOf(
  db: Database,
  text: string,
  pool: 'pages' | 'sealing' | 'ingest' = 'pages',
): Promise<Node[]> {
  const session = await db[pool].connect();
  try {
    await session.query(`set plan_cache_mode = force_generic_plan; prepare planned as ${text}`);
    const parameters = Math.max(...[...text.matchAll(/\$(\d+)/g)].map((match) => Number(match[1])));
    const { rows } = await session.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(
      `explain (format json) execute planned(${Array.from({ length: parameters }, () => 'null').join(', ')})`,
    );
    await session.query('deallocate planned; reset plan_cache_mode');
    return flat(rows[0]?.['QUERY PLAN'][0].Plan ?? { 'Node Type': 'none' });
  } finally {
    session.release();
  }
}

/**
 * The plan on the pool for pages of a statement with its values written into it, as exports run it.
 */
export async function planInlined(db: Database, text: string): Promise<Node[]> {
  const { rows } = await db.pages.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(`explain (format json) ${text}`);
  return flat(rows[0]?.['QUERY PLAN'][0].Plan ?? { 'Node Type': 'none' });
}

/** The plan of a statement with these values on the pool for lists, which plans each execution. */
export async function planWith(db: Database, { text, values }: { text: string; values: unknown[] }): Promise<Node[]> {
  const { rows } = await db.work.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(`explain (format json) ${text}`, values);
  return flat(rows[0]?.['QUERY PLAN'][0].Plan ?? { 'Node Type': 'none' });
}
