import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { Allowance, withAllowance } from './allowance.ts';
import { openDatabase, type Database } from './database.ts';
import { isOverload, isUnavailable } from './faults.ts';
import { onServer } from './testing/databases.ts';
import { freshDatabase, openPatientDatabase, serverOf, until } from './testing/index.ts';
import { transaction } from './transaction.ts';

let database: Awaited<ReturnType<typeof freshDatabase>>;
let db: Database;
/** Has no time limits: a statement sleeps there until a test ends it. */
let patient: Database;
/** Observes the others. */
let other: Database;
beforeAll(async () => {
  database = await freshDatabase();
  db = openDatabase({ url: database.url, name: 'goal-pool' });
  patient = openPatientDatabase({ url: database.url, name: 'goal-pool' });
  other = openPatientDatabase({ url: database.url, name: 'goal-other' });
});
afterAll(async () => {
  await Promise.all([db.close(), patient.close(), other.close()]);
  await database.drop();
});

async function sleeping(): Promise<number> {
  const { rows } = await other.work.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity where application_name = 'goal-pool' and state = 'active' and query ~ 'pg_sleep'`,
  );
  return rows[0]?.n ?? 0;
}

const forEver = 'select pg_sleep(3600)::text';
/** Cancels sleeping statements until all of these promises are settled. */
async function endOf(sleepers: Promise<unknown>): Promise<void> {
  let isOver = false;
  void Promise.allSettled([sleepers]).then(() => (isOver = true));
  await until(async () => {
    await other.work.query(
      `select pg_cancel_backend(pid) from pg_stat_activity where application_name = 'goal-pool' and query ~ 'pg_sleep'`,
    );
    return isOver;
  });
}

const limitOf = async (on: Pick<Database['pages'], 'query'>): Promise<string | undefined> =>
  (await on.query<{ statement_timeout: string }>('show statement_timeout')).rows[0]?.statement_timeout;

describe('the limit of a statement', () => {
  it.each(['work', 'lookups', 'pages', 'ingest'] as const)(
    'is set in the database for every session of the pool «%s», and below 2 s',
    async (name) => {
      expect(await limitOf(db[name])).toBe('1900ms');
    },
  );

  it('applies to operators and to queries by Prisma', async () => {
    expect(await limitOf(db.operators.work)).toBe('1900ms');
    await expect(db.prisma.$queryRaw`select pg_sleep(3)::text`).rejects.toSatisfy(isUnavailable);
  });
});

describe('the allowance of a request', () => {
  it('ends the statement that uses it up, in the database too, and refuses the next one', async () => {
    const allowance = new Allowance({ owner: 'a', budgetMs: 4000 });
    await withAllowance(allowance, async () => {
      await patient.pages.query('select pg_sleep(0.4)');
      // The rest of the allowance is the session's limit.
      const [, ms, unit] = /^(\d+)(ms|s)$/.exec((await limitOf(patient.pages)) ?? '') ?? [];
      expect(Number(ms) * (unit === 's' ? 1000 : 1)).toBeLessThanOrEqual(3600);
      await expect(patient.work.query(forEver)).rejects.toSatisfy(isUnavailable);
      await expect(patient.work.query('select 1')).rejects.toSatisfy(isOverload);
      await expect(transaction(patient, (tx) => tx.plan.count())).rejects.toSatisfy(isOverload);
    });
    await expect.poll(sleeping).toBe(0);
  });

  it('ends with its own request: those that Prisma asks for at the same moment are answered', async () => {
    const gone = new AbortController();
    gone.abort(new Error('gone'));
    const ask = (signal?: AbortSignal) =>
      withAllowance(new Allowance({ owner: 'a', signal }), () =>
        db.prisma.plan.findFirstOrThrow({ where: { slug: 'free' } }).then(({ slug }) => slug),
      );
    const answers = await Promise.allSettled([ask(gone.signal), ask(), ask()]);
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  });

  it('is shared by statements that run at the same time', async () => {
    // Each alone would end in time, even if the others started seconds later.
    const allowance = new Allowance({ owner: 'a', budgetMs: 6000 });
    const ends = await withAllowance(allowance, () =>
      Promise.allSettled([1, 2, 3].map(() => patient.pages.query('select pg_sleep(4)'))),
    );
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  });

  it('leaves no limit behind for the next user of the session', async () => {
    const one = openDatabase({ url: database.url, sizes: { pages: 1 } });
    const pid = 'select pg_backend_pid() as pid';
    // To connect takes a slow machine as long as it takes.
    await one.pages.query(pid);
    const used = await withAllowance(new Allowance({ owner: 'a', budgetMs: 1500 }), () => one.pages.query(pid));
    expect(await limitOf(one.pages)).toBe('1900ms');
    expect((await one.pages.query(pid)).rows).toEqual(used.rows);
    await one.close();
  });

  it('does not limit statements for the service itself within a request', async () => {
    const allowance = new Allowance({ owner: 'a', budgetMs: 100 });
    await withAllowance(allowance, () => withAllowance(undefined, () => db.pages.query('select pg_sleep(0.3)')));
    expect(allowance.leftMs).toBe(100);
  });
});

describe('a signal', () => {
  it('cancels the running statement, also one by Prisma in a transaction, which is rolled back', async () => {
    const gone = new AbortController();
    const allowance = new Allowance({ owner: 'a', signal: gone.signal, budgetMs: Infinity });
    const change = withAllowance(allowance, () =>
      transaction(patient, async (tx) => {
        await tx.plan.updateMany({ data: { sites: 7 } });
        await tx.$queryRawUnsafe(forEver);
      }),
    );
    const ended = Promise.allSettled([change]);
    await expect.poll(sleeping).toBe(1);
    gone.abort(new Error('gone'));
    const [{ status }] = await ended;
    expect(status).toBe('rejected');
    expect(await db.prisma.plan.count({ where: { sites: 7 } })).toBe(0);
  });

  it('never cancels the next user of the connection', async () => {
    const one = openDatabase({ url: database.url, sizes: { pages: 1 } });
    for (let nth = 0; nth < 30; nth += 1) {
      const gone = new AbortController();
      const asked = withAllowance(new Allowance({ owner: 'a', signal: gone.signal }), () =>
        one.pages.query('select pg_sleep(0.002)'),
      );
      const next = one.pages.query('select pg_sleep(0.005)');
      setTimeout(() => gone.abort(new Error('gone')), nth % 5);
      await Promise.allSettled([asked]);
      await next;
    }
    await one.close();
  });
});

describe('the shares of a pool', () => {
  it('limits one owner to a part of the connections, so that others get theirs at once', async () => {
    const of = (owner: string): Promise<unknown> =>
      withAllowance(new Allowance({ owner, budgetMs: Infinity }), () => patient.pages.query(forEver));
    const all = Array.from({ length: 12 }, () => of('a'));
    await expect.poll(sleeping).toBe(3);
    all.push(of('b'));
    await expect.poll(sleeping).toBe(4);
    await endOf(Promise.allSettled(all));
  });

  it('lets a thousand more of an owner wait, as many as the limiter may grant at once, and refuses the next one', async () => {
    const of = (statement: string): Promise<unknown> =>
      withAllowance(new Allowance({ owner: 'a', budgetMs: Infinity }), () => patient.pages.query(statement));
    const sleepers = Promise.allSettled([1, 2, 3].map(() => of(forEver)));
    await expect.poll(sleeping).toBe(3);
    const waiting = Promise.allSettled(Array.from({ length: 1000 }, () => of('select 1')));
    await expect(of('select 1')).rejects.toSatisfy(isOverload);
    await endOf(sleepers);
    expect((await waiting).filter(({ status }) => status === 'rejected')).toEqual([]);
  });

  it('refuses one caller, and not all that wait, where a new connection is late and another one answers', async () => {
    let isSilent = false;
    const proxy = createServer((client) => {
      client.on('error', () => {});
      if (isSilent) return;
      const upstream = connect(serverOf(database.url)).on('error', () => {});
      client.pipe(upstream).pipe(client);
    }).listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const url = new URL(database.url);
    url.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`; // it listens on TCP
    const late = openDatabase({ url: url.href, sizes: { pages: 2 } });
    try {
      await until(() =>
        late.pages.query('select 1').then(
          () => true,
          () => false,
        ),
      );
      isSilent = true;
      const all = await Promise.allSettled(Array.from({ length: 20 }, () => late.pages.query('select pg_sleep(0.3)')));
      const answered = all.filter(({ status }) => status === 'fulfilled').length;
      expect(answered).toBeGreaterThan(all.length / 2);
      expect(answered).toBeLessThan(all.length);
    } finally {
      await late.close();
      proxy.close();
    }
  });

  it('lets the service itself use all free connections', async () => {
    const all = Promise.allSettled(Array.from({ length: 8 }, () => patient.pages.query(forEver)));
    await expect.poll(sleeping).toBe(8);
    await endOf(all);
  });
});

it('goes on with the connections that it has where the server has no more, and grows when there are some again', async () => {
  const few = await freshDatabase();
  const name = new URL(few.url).pathname.slice(1);
  const limit = (connections: number): Promise<void> =>
    onServer(few.url, `ALTER DATABASE "${name}" CONNECTION LIMIT ${connections}`);
  const pool = openPatientDatabase({ url: few.url, sizes: { work: 10 } });
  try {
    const burst = (): Promise<unknown> =>
      Promise.all(Array.from({ length: 40 }, () => pool.work.query('select pg_sleep(0.01)')));
    await limit(2);
    await burst();
    expect(pool.work.totalCount).toBe(2);
    await limit(-1);
    await until(async () => {
      await burst();
      return pool.work.totalCount === 10;
    });
  } finally {
    await pool.close();
    await few.drop();
  }
});
