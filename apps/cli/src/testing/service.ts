import { createAdminToken } from '@goal/core';
import type { Database } from '@goal/db';
import { freePort, freshDatabase, openPatientDatabase, waitLimitMs } from '@goal/db/testing';
import { expect } from 'vitest';

import {
  goal,
  goalProcess,
  printed,
  startGoal,
  startServer,
  type Ended,
  type Running,
  type Variables,
} from './goal.ts';

export type Answer = { status: number; body: unknown };
export type Call = { token?: string; body?: unknown; domain?: string };

/** A fresh database, with programs that run on it as separate processes. */
export type ServiceUnderTest = {
  /**
   * Direct access to the database, to inspect stored data or prepare states that no caller can
   * reach.
   */
  db: Database;
  /** The origin of a started server: `http://127.0.0.1:4000`. */
  origin: string;
  /** Rows of a query. */
  rows: (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;
  /** Runs a command in this process to its end; `more` is added to its environment. */
  goal: (args: string, more?: Variables) => Promise<Ended>;
  /** The same as a process. */
  goalProcess: (args: string, more?: Variables) => Promise<Ended>;
  /** Starts a command. */
  startGoal: (args: string, more?: Variables) => Running;
  /** Starts a server and waits until it is ready. */
  startServer: (more?: Variables) => Promise<Running>;
  /** Sends a request to the started server: to `/admin/accounts`, or with `root` to `/metrics`. */
  call: (method: string, path: string, call?: Call & { root?: boolean }) => Promise<Answer>;
  /** Makes an `admin:write` token. */
  adminToken: () => Promise<string>;
  /** Ends all running processes and drops the database. */
  end: () => Promise<void>;
};

export async function openService(): Promise<ServiceUnderTest> {
  const database = await freshDatabase();
  const db = openPatientDatabase({ url: database.url, name: 'goal-test', sizes: { work: 2 } });
  const variables = {
    DATABASE_URL: database.url,
    PORT: String(await freePort()),
    CONSOLE_PORT: 'off',
    DASHBOARD_PORT: 'off',
  };
  const running = new Set<Running>();
  const keep = (one: Running): Running => {
    running.add(one);
    void one.ended.then(() => running.delete(one));
    return one;
  };
  const origin = `http://127.0.0.1:${variables.PORT}`;
  return {
    db,
    origin,
    rows: async (text, values) => (await db.work.query<Record<string, unknown>>(text, values)).rows,
    goal: (args, more = {}) => goal(args.split(' '), { ...variables, ...more }),
    goalProcess: (args, more = {}) => goalProcess(args.split(' '), { ...variables, ...more }),
    startGoal: (args, more = {}) => keep(startGoal(args.split(' '), { ...variables, ...more })),
    async startServer(more = {}) {
      const server = keep(startServer({ ...variables, ...more }));
      await printed(server, 'out', /ready/);
      return server;
    },
    async call(method, path, { token, body, domain, root } = {}) {
      const answer = await fetch(`${origin}${root === true ? '' : '/v1/goal'}${path}`, {
        method,
        headers: {
          ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
          ...(domain === undefined ? {} : { 'X-Site-Domain': domain }),
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(waitLimitMs),
      });
      const text = await answer.text();
      const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true;
      return { status: answer.status, body: isJson ? (JSON.parse(text) as unknown) : text };
    },
    async adminToken() {
      const actor = { kind: 'cli', name: 'test' } as const;
      return (await createAdminToken({ db }, actor, { name: 'test', scope: 'admin:write' })).token;
    },
    async end() {
      for (const { child } of running) child.kill('SIGKILL');
      await Promise.all([...running].map((one) => one.ended));
      await db.close();
      await database.drop();
    },
  };
}

/** Asserts the exit code and returns the one JSON object on standard output. */
export function json({ code, out, err }: Ended, expected = 0): Record<string, unknown> {
  expect({ code, err: expected === 0 ? err : '' }).toEqual({ code: expected, err: '' });
  expect(out.split('\n'), err).toHaveLength(2);
  return JSON.parse(out) as Record<string, unknown>; // otherwise the assertions on its fields fail
}
