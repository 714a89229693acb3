import { randomUUID } from 'node:crypto';

import { DomainError, type Role } from '@goal/contract';
import { transaction } from '@goal/db';

import type { Core } from '../src/core.ts';
import type { Caller } from '../src/ground/caller.ts';
import type { GroupRef } from '../src/group/find-group.ts';
import type { Inviter } from '../src/member/inviter.ts';
import { beginSession } from '../src/sign-in/ways/session.ts';
import { coreOf } from './core-of.ts';
import type { EventWorld } from './event-world.ts';

export const visitor = { address: '192.0.2.1', userAgent: 'a browser' };
const cli = { kind: 'cli', name: 'goal invite' } as const;

type TestMember = Inviter & { id: string; person: { rowId: number; email: string } };

/** Shortcuts for accounts with members, on the world's database. */
export function membersWorld(world: EventWorld) {
  const core: Core = coreOf(world);
  const { prisma } = world.db;

  async function account(): Promise<Caller> {
    const { account: rowId } = await world.account(0);
    const { id } = await prisma.account.findFirstOrThrow({ where: { rowId } });
    return { actor: cli, account: { rowId, id } };
  }

  async function person(email = `${randomUUID()}@example.com`, isProven = false) {
    const { rowId } = await prisma.person.create({
      data: { email, ...(isProven ? { emailProvenAt: new Date() } : {}) },
    });
    return { rowId, email };
  }

  return {
    core,
    account,
    person,
    async group({ account: { rowId: accountRowId } }: Caller): Promise<GroupRef & { name: string }> {
      const { rowId, id, name } = await prisma.group.create({ data: { accountRowId, name: randomUUID() } });
      return { rowId, id, name };
    },
    /** Makes somebody a member. Returns them as they act. */
    async member(of: Caller, role: Role, group?: { rowId: number; id: string }): Promise<TestMember> {
      const made = await person();
      const { id } = await prisma.membership.create({
        data: { personRowId: made.rowId, accountRowId: of.account.rowId, role, groupRowId: group?.rowId ?? null },
      });
      return {
        id,
        person: made,
        actor: { kind: 'member', name: made.email },
        account: of.account,
        ...(group === undefined ? {} : { group }),
      };
    },
    /** Makes that many viewers at once. */
    async viewers({ account: { rowId } }: Caller, count: number): Promise<void> {
      await world.db.work.query(
        `WITH p AS (INSERT INTO person (email) SELECT gen_random_uuid() || '@example.com' FROM generate_series(1, $2) RETURNING no)
         INSERT INTO membership (person_no, account_no, role) SELECT no, $1, 'viewer' FROM p`,
        [rowId, count],
      );
    },
    session: (of: { rowId: number; email: string }) =>
      transaction(world.db, (tx) => beginSession(tx, { person: of, how: 'password', visitor })),
    /** The acts on the account, oldest first: action, actor and detail. */
    async record({ account: { id: accountId } }: Caller) {
      const rows = await prisma.action.findMany({ where: { accountId }, orderBy: { id: 'asc' } });
      return rows.map(({ action, actor, detail }) => ({ action, actor, detail }));
    },
    /** Lets an invitation's seven days pass. */
    expire: (id: string) => world.db.work.query(`UPDATE invitation SET expires_at = 'epoch' WHERE id = $1`, [id]),
  };
}

/** Gives the code of the refusal, or `done`. */
export async function outcomeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'done';
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
}

/** Starts that many at once: more would wait for a connection on a busy machine, and be refused. */
const atOnce = 8;

/** Does all of these, eight at a time, and counts how often each outcome came. */
export async function outcomesOf(works: readonly (() => Promise<unknown>)[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  const waiting = works[Symbol.iterator]();
  const lane = async (): Promise<void> => {
    for (const work of waiting) {
      const outcome = await outcomeOf(work());
      counts[outcome] = (counts[outcome] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return counts;
}
