import {
  DomainError,
  fieldError,
  streamTroubles,
  type GivenSink,
  type OpenSink,
  type UpdateStreamInput,
} from '@goal/contract';
import { Prisma } from '@goal/db';

import type { Core } from '../../core.ts';
import { scopeOf } from '../../event/read/scope-of-query.ts';
import type { Caller } from '../../ground/caller.ts';
import { changeAccount, type Change } from '../../ground/change-account.ts';
import { judgePlanOfSink } from '../sink/judge-plan.ts';
import { judgeMailSink } from '../sink/mail-recipients.ts';
import { epoch, dueAfter, clearedFailures, releasedLease, withoutFile, atPosition } from './stream-reset.ts';
import { noteDeletion } from './note-deletion.ts';
import { StreamSecretLost, type StreamSecrets } from '../sink/stream-cipher.ts';
import { completeSink, judgePlace, newSecret, recordedStream, type KeptSink } from '../sink/stream-sink.ts';
import { filtersOf, findStream, openSinkOf } from '../place/stream-row.ts';
import { eventsBehind, positionAt, startOf } from '../place/tail-position.ts';

const changed = {
  rowId: true,
  id: true,
  name: true,
  sink: true,
  sealed: true,
  filters: true,
  status: true,
  pausedBy: true,
  lastError: true,
  era: true,
  seq: true,
} as const satisfies Prisma.StreamSelect;
type ChangedStream = Prisma.StreamGetPayload<{ select: typeof changed }>;

/** Hours for which a former secret signs as well. */
const formerSecretHours = 24;
/** Changes a stream under the lock of its account. Throws `not_found` and what `work` throws. */
async function changeStream<Result>(
  core: Core,
  caller: Caller,
  id: string,
  work: (stream: ChangedStream, change: Change) => Promise<Result>,
): Promise<Result> {
  const result = await changeAccount(core, caller, async (change) =>
    work(await findStream(change.tx, caller.account, id, changed), change),
  );
  core.events.streams.changed();
  return result;
}

const recorded = (stream: ChangedStream): Prisma.InputJsonObject => recordedStream(stream.name, openSinkOf(stream));

/** PATCH /account/streams/{id}: what waits is sent by it at once. Throws as `createStream`. */
export async function updateStream(
  core: Core,
  caller: Caller,
  id: string,
  { name, sink: given, filters }: UpdateStreamInput,
): Promise<void> {
  const { streams } = core.events;
  const found = await findStream(core.db.prisma, caller.account, id, changed);
  if (given !== undefined) {
    // Judged again under the lock, with what is then kept.
    judgePlace(await streams.guard(), completeSink(given, await keptSink(core, found)).open);
  }
  if (filters !== undefined) await scopeOf(core, caller, filters);
  await changeStream(core, caller, id, async (stream, { tx, account, record }) => {
    if (name !== undefined && name !== stream.name) {
      const taken = await tx.stream.count({
        where: { accountRowId: account.rowId, name, rowId: { not: stream.rowId } },
      });
      if (taken > 0) throw new DomainError('stream_name_taken');
    }
    const sink = given === undefined ? undefined : await sealSink(core, stream, given);
    const open = sink?.open ?? openSinkOf(stream);
    if (sink !== undefined) await judgePlanOfSink(tx, caller, open.type);
    if (given !== undefined || filters !== undefined)
      await judgeMailSink(core, caller, open, filters ?? readFilters(stream));
    const isNewPlace = given !== undefined || filters !== undefined;
    // A restore is remembered until the resume.
    const lastError = stream.lastError === streamTroubles.anotherDatabase ? stream.lastError : null;
    await tx.stream.update({
      where: { rowId: stream.rowId },
      data: {
        ...(name === undefined ? {} : { name }),
        ...(sink === undefined ? {} : { sink: sink.open as object, sealed: sink.sealed }),
        // A member who sends it elsewhere makes it theirs: a stream of mails then needs no plan.
        ...(sink === undefined || caller.membership === undefined ? {} : { byMember: true }),
        ...(isNewPlace ? { ...releasedLease, ...clearedFailures, lastError, nextAt: epoch } : {}),
        ...(filters === undefined ? {} : { filters, ...withoutFile, nextAt: dueAfter(openSinkOf(stream)) }),
      },
    });
    await record({ action: 'stream.update', detail: recordedStream(name ?? stream.name, open) });
  });
}

/** Completes another sink by what the stream keeps, and seals what is secret of it. */
async function sealSink(
  core: Core,
  stream: ChangedStream,
  given: GivenSink,
): Promise<{ open: OpenSink; sealed: Uint8Array<ArrayBuffer> }> {
  const kept = await keptSink(core, stream);
  const { open, field } = completeSink(given, kept);
  const { signing, former } = kept.secrets ?? {};
  const signs =
    open.type === 'webhook'
      ? { signing: signing ?? (await newSecret()), ...(former === undefined ? {} : { former }) }
      : {};
  const secrets = { ...(field === undefined ? {} : { field }), ...signs };
  return { open, sealed: new Uint8Array(await core.events.streams.cipher.seal(stream.id, secrets)) };
}

const readFilters = (stream: ChangedStream): { group_id?: string } => {
  const { group_id: group } = filtersOf(stream);
  return typeof group === 'string' ? { group_id: group } : {};
};

/** What a stream keeps sealed; undefined if this process lacks the key that sealed it. */
async function openSecrets(core: Core, { id, sealed }: ChangedStream): Promise<StreamSecrets | undefined> {
  try {
    return await core.events.streams.cipher.unseal(id, sealed);
  } catch (error) {
    if (error instanceof StreamSecretLost) return undefined;
    throw error;
  }
}

async function keptSink(core: Core, stream: ChangedStream): Promise<KeptSink> {
  return { open: openSinkOf(stream), secrets: await openSecrets(core, stream) };
}

/** DELETE /account/streams/{id}. A batch in flight may still arrive. Throws `not_found`. */
export async function deleteStream(core: Core, caller: Caller, id: string): Promise<void> {
  await changeStream(core, caller, id, async (stream, { tx, account, record }) => {
    await tx.stream.delete({ where: { rowId: stream.rowId } });
    await record({ action: 'stream.delete', detail: recorded(stream) });
    await noteDeletion(tx, account, stream.id);
  });
}

/** POST …/pause: an operator's stands, and a restore's for customers. Throws `not_found`. */
export async function pauseStream(core: Core, caller: Caller, id: string): Promise<void> {
  const pausedBy = caller.actor.kind === 'operator' ? 'operator' : 'customer';
  await changeStream(core, caller, id, async (stream, { tx, record }) => {
    const isStronger = stream.pausedBy === 'operator' || (stream.pausedBy === 'restore' && pausedBy === 'customer');
    if (stream.status === 'paused' && (stream.pausedBy === pausedBy || isStronger)) return;
    const isAfterFailover = stream.pausedBy === 'failover';
    await tx.stream.update({
      where: { rowId: stream.rowId },
      data: { status: 'paused', pausedBy, ...releasedLease, ...(isAfterFailover ? { lastError: null } : {}) },
    });
    await record({ action: 'stream.pause', detail: recorded(stream) });
  });
}

/**
 * POST …/resume: from where it stood; after a restore from now, after a failover as far as it is
 * there. Throws `not_found`, and `stream_paused_by_provider` for an operator's pause.
 */
export async function resumeStream(core: Core, caller: Caller, id: string): Promise<void> {
  const now = await startOf(core, caller.account.rowId, 'now');
  await changeStream(core, caller, id, async (stream, { tx, record }) => {
    if (stream.status === 'active') return;
    if (stream.pausedBy === 'operator' && caller.actor.kind !== 'operator')
      throw new DomainError('stream_paused_by_provider');
    const seq = BigInt(now.seq);
    const isRestored = stream.pausedBy === 'restore' || stream.lastError === streamTroubles.anotherDatabase;
    const isOfNow = isRestored && stream.pausedBy !== 'failover';
    const goesOn = stream.seq <= seq ? { era: now.incarnation } : atPosition(now);
    await tx.stream.update({
      where: { rowId: stream.rowId },
      data: {
        status: 'active',
        pausedBy: null,
        ...releasedLease,
        ...clearedFailures,
        ...(isOfNow ? atPosition(now) : goesOn),
        nextAt: epoch,
      },
    });
    await record({ action: 'stream.resume', detail: recorded(stream) });
  });
}

/** POST …/replay: answers about how many events come. Throws `not_found`, `position_not_kept`. */
export async function replayStream(
  core: Core,
  caller: Caller,
  id: string,
  from: number | 'oldest',
): Promise<{ events: number }> {
  const account = caller.account.rowId;
  await findStream(core.db.prisma, caller.account, id, { rowId: true });
  const position = from === 'oldest' ? await startOf(core, account, 'oldest') : await positionAt(core, account, from);
  const events = await eventsBehind(core, account, position);
  await changeStream(core, caller, id, async (stream, { tx, record }) => {
    await tx.stream.update({
      where: { rowId: stream.rowId },
      data: {
        ...atPosition(position),
        ...releasedLease,
        ...clearedFailures,
        gap: Prisma.DbNull,
        ...(stream.pausedBy === 'restore' ? { pausedBy: 'customer' } : {}),
        nextAt: dueAfter(openSinkOf(stream)),
      },
    });
    await record({ action: 'stream.replay', detail: recorded(stream) });
  });
  return { events };
}

/**
 * POST …/secret: shown once; the former signs for 24 hours, or ends by `endFormer`. Throws
 * `not_found`, `no_signing_secret`, `former_secret_signs`, `headers required`.
 */
export async function rotateStreamSecret(
  core: Core,
  caller: Caller,
  id: string,
  { endFormer = false }: { endFormer?: boolean | undefined } = {},
): Promise<{ secret: string; former_until: string }> {
  const { cipher } = core.events.streams;
  return changeStream(core, caller, id, async (stream, { tx, record }) => {
    if (openSinkOf(stream).type !== 'webhook') throw new DomainError('no_signing_secret');
    const kept = await openSecrets(core, stream);
    // Headers that cannot be read would be lost.
    if (kept === undefined) throw fieldError('headers required');
    if (!endFormer && (kept.former?.until ?? 0) > Date.now()) throw new DomainError('former_secret_signs');
    const { signing: former, field } = kept;
    const secret = await newSecret();
    const until = Date.now() + formerSecretHours * 3_600_000;
    const sealed = await cipher.seal(stream.id, {
      ...(field === undefined ? {} : { field }),
      signing: secret,
      ...(former === undefined ? {} : { former: { secret: former, until } }),
    });
    await tx.stream.update({
      where: { rowId: stream.rowId },
      data: { sealed: new Uint8Array(sealed), ...releasedLease },
    });
    await record({ action: 'stream.secret', detail: recorded(stream) });
    return { secret, former_until: new Date(until).toISOString() };
  });
}

/** POST …/set-aside/retry: sends again what was set aside. Throws `not_found`. */
export async function retrySetAside(core: Core, caller: Caller, id: string): Promise<{ events: number }> {
  return changeStream(core, caller, id, async (stream, { tx, record }) => {
    const { count } = await tx.streamSetAside.updateMany({
      where: { streamRowId: stream.rowId },
      data: { retry: true },
    });
    if (count > 0) await record({ action: 'stream.set_aside.retry', detail: { ...recorded(stream), events: count } });
    return { events: count };
  });
}

/**
 * Lets streams go on that rest since a failover, from where they stood; part of `goal worker
 * --confirm` (rulings §15.11). A position behind the end of its tail, whose end was lost, moves to
 * the end.
 */
export async function resumeAfterFailover(core: Core): Promise<number> {
  const resting = await core.db.prisma.stream.findMany({
    where: { status: 'paused', pausedBy: 'failover' },
    select: { rowId: true, accountRowId: true, seq: true },
  });
  for (const { rowId, accountRowId, seq } of resting) {
    const now = await startOf(core, accountRowId, 'now');
    await core.db.prisma.stream.updateMany({
      where: { rowId, status: 'paused', pausedBy: 'failover' },
      data: {
        status: 'active',
        pausedBy: null,
        ...clearedFailures,
        ...(seq <= BigInt(now.seq) ? { era: now.incarnation } : atPosition(now)),
        nextAt: epoch,
      },
    });
  }
  return resting.length;
}
