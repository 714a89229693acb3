import { Readable } from 'node:stream';

import * as shape from '@goal/contract';
import {
  bundleAccountLog,
  bundleSiteLog,
  getCheckpoint,
  getConsistency,
  getLog,
  getTile,
  listLogKeys,
  proveAccountEvent,
  proveSiteEvent,
  type LogBundle,
} from '@goal/core';
import { z } from 'zod';

import { accountProcedure, openProcedure, readProcedure, unscopedProcedure } from '../access.ts';
import type { Context } from '../http/context.ts';
import { Streamed } from '../http/streamed.ts';
import { t } from '../trpc.ts';
import { rest, unchecked } from './meta.ts';

/** A reader that takes nothing for this long is cut off. */
const readerTimeoutMs = 600_000;

/** For the types alone: the answer is a stream, which document.ts describes. */
export const bundleStream = unchecked(z.instanceof(Streamed).meta({ override: { type: 'string' } }));

/** Starts the bundle if its bytes will be sent. Throws `not_found` where no streams are sent. */
export async function startedBundle(ctx: Context, make: () => Promise<LogBundle>): Promise<Streamed> {
  if (ctx.streams === 'none') throw new shape.DomainError('not_found');
  const made = await make();
  if (ctx.streams === 'whole') {
    ctx.allowSilence(readerTimeoutMs);
    await made.start(ctx.cost.signal);
  }
  return new Streamed({
    headers: {
      'Content-Type': 'application/x-ndjson; charset=utf-8',
      'Content-Disposition': 'attachment; filename="log.bundle"',
    },
    zips: true,
    bytes: () => made.bytes(),
    last: () => made.last(),
    judge: () => made.judge(),
    attach: (reader) => made.attach(reader),
    end: (complete) => made.end(complete),
  });
}

/** A day: a tile never changes, but after a restore another log begins at the same paths. */
const tileCache = 'private, max-age=86400, immutable';

const proofText = z.string().meta({ description: 'The file (c2sp.org/tlog-proof)' });

/** The signed log of the account (rulings §16): account keys and group keys. */
export const accountLog = t.router({
  get: accountProcedure
    .meta(rest('GET', '/account/log', 'The state of the signed log'))
    .output(shape.logShape)
    .query(({ ctx }) => getLog(ctx.services.core, ctx.caller.account)),
  checkpoint: accountProcedure
    .meta(rest('GET', '/account/log/checkpoint', 'The newest checkpoint of the signed log', { text: true }))
    .output(z.string())
    .query(({ ctx }) => getCheckpoint(ctx.services.core, ctx.caller.account)),
  consistency: accountProcedure
    .meta(rest('GET', '/account/log/consistency', 'Prove that one size of the log is the beginning of another'))
    .input(shape.consistencyQuery)
    .output(shape.consistencyShape)
    .query(({ ctx, input }) => getConsistency(ctx.services.core, ctx.caller.account, input)),
  tile: unscopedProcedure
    .meta(
      rest('GET', '/account/log/tile/{level}/{index}', 'Read a part of the tree of the signed log', {
        stream: true,
        slashes: true,
      }),
    )
    .input(shape.tilePath)
    .output(bundleStream)
    .query(async ({ ctx, input }) => {
      if (ctx.streams === 'none') throw new shape.DomainError('not_found');
      const tile = await getTile(ctx.services.core, ctx.caller.account, input);
      return new Streamed({
        headers: {
          'Content-Type': 'application/octet-stream',
          'Content-Length': String(tile.length),
          'Cache-Control': tileCache,
          Vary: 'Authorization',
        },
        zips: false,
        bytes: () => Readable.from([tile]),
        judge: ctx.revalidate,
      });
    }),
  proof: accountProcedure
    .meta(rest('GET', '/account/events/{id}/proof', 'Prove that one event is in the signed log', { text: true }))
    .input(shape.eventPath)
    .output(proofText)
    .query(({ ctx, input }) => proveAccountEvent(ctx.services.core, ctx.caller, input.id)),
  bundle: accountProcedure
    .meta(
      rest('GET', '/account/log/bundle', 'Download the signed log, to be verified offline', {
        errors: [404],
        stream: true,
      }),
    )
    .input(shape.bundleQuery)
    .output(bundleStream)
    .query(({ ctx, input }) =>
      startedBundle(ctx, () => bundleAccountLog(ctx.services.core, ctx.caller, input, ctx.revalidate)),
    ),
});

/** The signed log of one site: site keys. */
export const siteLog = t.router({
  proof: readProcedure
    .meta(rest('GET', '/events/{id}/proof', 'Prove that one event is in the signed log', { text: true }))
    .input(shape.eventPath)
    .output(proofText)
    .query(({ ctx, input }) => proveSiteEvent(ctx.services.core, ctx.key, input.id)),
  bundle: readProcedure
    .meta(rest('GET', '/log/bundle', 'Download the signed log of the site, to be verified offline', { stream: true }))
    .output(bundleStream)
    .query(({ ctx }) => startedBundle(ctx, () => bundleSiteLog(ctx.services.core, ctx.key, ctx.revalidate))),
});

export const logRouter = t.router({
  keys: openProcedure
    .meta(rest('GET', '/log-keys', 'The public keys that sign the logs'))
    .output(shape.logKeysShape)
    .query(({ ctx }) => listLogKeys(ctx.services.core)),
});
