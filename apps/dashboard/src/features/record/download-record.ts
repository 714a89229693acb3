import 'server-only';

import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';

import { errorCatalogue, isUuid, recordPageShape } from '@goal/contract';

import { redirect, refuse, sendError } from '../../entry/answer.ts';
import { tokenOf } from '../../entry/begin-session.ts';
import { type ApiAnswer, queryApi } from '../../entry/call-api.ts';
import { isFromOwnPage } from '../../entry/guard.ts';
import { pathOfAccount } from '../../lib/paths.ts';
import { cookie } from '../../session/cookie.ts';
import { signInPath } from '../../session/next-path.ts';
import { filtersOf, queryOf, type RecordFilters, searchOf } from './filters.ts';
import { recordCsv } from './record-csv.ts';

/** The most rows that the API gives in one page. */
const pageSize = 200;
/** How often a file waits for its session's rate (rulings §10.7) before it breaks off. */
const maxWaits = 20;

type Refusal = Extract<ApiAnswer, { ok: false }>;

class RefusedError extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.error);
  }
}

/** The handler of `/a/{id}/record.csv`; undefined for every other path. */
export function recordDownload(path: string): RequestListener | undefined {
  const [, id] = /^\/a\/([^/]+)\/record\.csv$/.exec(path) ?? [];
  return id === undefined ? undefined : (req, res) => void download(req, res, id);
}

/**
 * Sends the account's record as a CSV file, with the filters of the address. Only a page of the
 * dashboard may start it. A link sends no header, so `person` names whom its page was drawn for
 * (rulings §10.30). Reads a page of rows when the browser has taken the one before. Never
 * throws: a file that cannot be finished breaks off, so that the browser does not keep it as whole.
 */
async function download(req: IncomingMessage, res: ServerResponse, id: string): Promise<void> {
  try {
    if (!isFromOwnPage(req)) return refuse(req, res, 'foreign_origin');
    if (!isUuid(id)) return refuse(req, res, 'not_found');
    const { searchParams } = new URL(req.url ?? '', 'http://own.invalid');
    const filters = filtersOf(searchParams);
    const invalid = invalidDay(searchParams, filters);
    if (invalid !== undefined) return sendError(req, res, 400, `invalid ${invalid}`);
    const withEnd = searchParams.has('end');
    if (withEnd && searchParams.getAll('end').join() !== '1') return sendError(req, res, 400, 'invalid end');
    const token = tokenOf(req);
    const recordPath = `${pathOfAccount(id)}/settings/record${searchOf(filters)}`;
    if (token === undefined) return redirect(res, signInPath(recordPath, 'expired'));
    const person = searchParams.get('person') ?? undefined;
    const read = (cursor: string) => readPage({ token, person, account: id, filters, cursor });
    const parts = recordCsv(read, { withEnd });
    const first = await parts.next().catch(refusalOf);
    if (first instanceof RefusedError) return answerRefusal(req, res, first.refusal, recordPath);
    res.setHeader('Content-Type', 'text/csv; charset=utf-8');
    res.setHeader('Content-Disposition', `attachment; filename="${fileName(id, filters)}"`);
    if (req.method === 'HEAD' || first.done === true) return void res.end();
    res.write(first.value);
    await pipeline(Readable.from(parts), res);
  } catch {
    res.destroy();
  }
}

/** The parameter that names no day. A file that ignored it would hold more than was asked for. */
const invalidDay = (given: URLSearchParams, filters: RecordFilters): 'from' | 'to' | undefined =>
  (['from', 'to'] as const).find((name) => given.getAll(name).some((day) => day.trim() !== filters[name]));

type Page = { token: string; person: string | undefined; account: string; filters: RecordFilters; cursor: string };

async function readPage({ filters, cursor, ...call }: Page) {
  const input = queryOf(filters, { limit: pageSize, cursor });
  for (let waits = 0; ; waits += 1) {
    const answer = await queryApi('dashboard.actions.list', { ...call, input });
    if (answer.ok) return recordPageShape.parse(answer.data);
    if (answer.status !== errorCatalogue.rate_limited.status || waits === maxWaits) throw new RefusedError(answer);
    await wait(Number(answer.retryAfter ?? 1) * 1000);
  }
}

function refusalOf(error: unknown): RefusedError {
  if (error instanceof RefusedError) return error;
  throw error;
}

function answerRefusal(req: IncomingMessage, res: ServerResponse, refusal: Refusal, recordPath: string): void {
  const { status, error, retryAfter } = refusal;
  if (status === 401) {
    res.setHeader('Set-Cookie', cookie().removal);
    return redirect(res, signInPath(recordPath, 'revoked'));
  }
  if (retryAfter !== null) res.setHeader('Retry-After', retryAfter);
  sendError(req, res, status, error);
}

/** No text that somebody else wrote gets into a header. */
function fileName(id: string, { from, to }: RecordFilters): string {
  const days = `${from === '' ? '' : `-from-${from}`}${to === '' ? '' : `-to-${to}`}`;
  return `record-${id.toLowerCase()}${days}.csv`;
}
