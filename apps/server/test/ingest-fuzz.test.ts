import { limits } from '@goal/contract';
import { runsOf } from '@goal/db/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { makeEvent, sharedService, type Site } from './harness.ts';
import { allEvents, result, send } from './ingest-site.ts';

const service = await sharedService();
const account = await service.makeAccount({ plan: 'agency', reseller: true });

/** Requests that a site may send at once (rulings §7.1). */
const { burst } = limits.ingestRate;

/** Sites for any number of batches: another one before a site has used up its burst. */
class Sites {
  readonly all: Site[] = [];
  #sent = 0;

  async next(): Promise<Site> {
    const last = this.all.at(-1);
    this.#sent += 1;
    if (last !== undefined && this.#sent % burst !== 0) return last;
    const site = await service.makeSite(account);
    await service.setReadRate(site, 1000);
    this.all.push(site);
    return site;
  }
}

/** JSON texts that no serializer writes. */
const literal = fc.oneof(
  fc.constantFrom(
    '1e400',
    '-0',
    '-1',
    '1e-5',
    '9007199254740993',
    '123456789012345678901234567890',
    '"\\u0000"',
    '"\\ud800"',
    '"\\udfff\\ud800"',
    '""',
    'null',
    'true',
    '[]',
    '{}',
    '{"__proto__":null}',
    '"2026-01-01T00:00:00Z"',
    `${'['.repeat(500)}${']'.repeat(500)}`,
    `"${'x'.repeat(20_000)}"`,
    '{"toString":5,"valueOf":null}',
    '"constructor"',
    '0.1',
    '"0"',
    '"١"',
  ),
  fc.json({ maxDepth: 3 }),
  fc.string({ unit: 'binary', maxLength: 40 }).map((text) => JSON.stringify(text)),
);
const texts = ['object', 'event_type', 'message', 'username', 'user_agent', 'session_id', 'post_type', 'post_status'];
const names = [
  'occurred_at',
  'code',
  'severity',
  ...texts,
  'user_id',
  'post_id',
  'event_uuid',
  '__proto__',
  'constructor',
  'id',
  'site_id',
  'events ',
  'x',
];
const fields = fc.array(fc.tuple(fc.constantFrom(...names), literal), { maxLength: 8 });
const asJson = (pairs: readonly (readonly [string, string])[]): string =>
  `{${pairs.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`;
/** Fields whose value can never be a reason to refuse an event. */
const harmless = fields.map((all) =>
  all.filter(
    ([name]) => !['occurred_at', 'code', 'severity', 'object', 'event_type', 'message', 'event_uuid'].includes(name),
  ),
);
const good = () => Object.entries(makeEvent()).map(([name, value]) => [name, JSON.stringify(value)] as const);

describe('R§7.3 R§7.4 fuzz', () => {
  it('R§7.3 every acceptable event is stored and readable, whatever its optional fields hold', async () => {
    const sites = new Sites();
    let sent = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(harmless, { minLength: 1, maxLength: 30 }), async (all) => {
        const bodies = all.map((odd) => asJson([...good(), ...odd]));
        const answer = result(await send(await sites.next(), `{"events":[${bodies.join(',')}]}`));
        expect(answer).toEqual({ accepted: all.length, duplicates: 0, rejected: [] });
        sent += all.length;
      }),
      { numRuns: runsOf(20, 1000) },
    );
    const stored = await Promise.all(sites.all.map(allEvents));
    expect(stored.flat()).toHaveLength(sent);
  });

  it('R§7.4 every event of any batch is accepted, a duplicate or rejected with a sentence, and none is lost', async () => {
    const sites = new Sites();
    let accepted = 0;
    const anything = fc.oneof(
      literal,
      fields.map(asJson),
      fields.map((odd) => asJson([...good(), ...odd])),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(anything, { minLength: 1, maxLength: 30 }), async (all) => {
        const answer = result(await send(await sites.next(), `{"events":[${all.join(',')}]}`));
        expect(answer.accepted + answer.duplicates + answer.rejected.length).toBe(all.length);
        expect(answer.rejected.map(({ index }) => index)).toEqual(
          [...new Set(answer.rejected.map(({ index }) => index))].sort((a, b) => a - b),
        );
        for (const { error } of answer.rejected)
          expect(error).toMatch(
            /^(event must be an object|older than retention|invalid (occurred_at|code|severity|event_uuid)|(occurred_at|code|severity|object|event_type|message) required|(occurred_at|object|event_type|message) must be a string|code must be an integer)$/,
          );
        accepted += answer.accepted;
      }),
      { numRuns: runsOf(20, 1000) },
    );
    const { rows } = await service.db.work.query<{ n: number }>(
      'SELECT count(*)::int AS n FROM event e JOIN site s ON s.no = e.site WHERE s.id = ANY($1)',
      [sites.all.map(({ id }) => id)],
    );
    expect(rows[0]?.n).toBe(accepted);
  });

  it('R§2.2 any body gets a result or a refusal, never a 5xx', async () => {
    const sites = new Sites();
    const broken = fc.oneof(
      fields.map((odd) => asJson([...good(), ...odd])),
      fc
        .tuple(
          fields.map((odd) => asJson([...good(), ...odd])),
          fc.nat(),
        )
        .map(([text, cut]) => text.slice(0, cut % (text.length + 1))),
      fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
      literal.map((value) => `{"events":${value}}`),
      literal,
    );
    await fc.assert(
      fc.asyncProperty(broken, async (body) => {
        const answer = await send(await sites.next(), body);
        if (answer.status === 200) result(answer);
        else {
          expect([400, 413]).toContain(answer.status);
          expect(Object.keys(answer.body as object)).toEqual(['error']);
        }
      }),
      { numRuns: runsOf(75, 5000) },
    );
  });
});
