import type { AnyTRPCRouter } from '@trpc/server';
import { z } from 'zod';

import { proceduresOf, type Call } from '../procedures.ts';
import type { Meta, RestMeta } from '../trpc.ts';

/** One published operation, read from a procedure's metadata. */
export type Route = {
  method: string;
  /** As published: `/account/sites/{id}`. */
  path: string;
  procedure: string;
  type: 'query' | 'mutation';
  meta: Meta;
  rest: RestMeta & Required<Pick<RestMeta, 'status' | 'errors'>>;
  /** The input fields that a query may fill; for a route that reads a body only the named ones. */
  queryFields: readonly string[];
  /** The fields without which the input is refused. */
  required: ReadonlySet<string>;
  call: Call;
};

/** All published operations of a router, in its order. */
export function routesOf(router: AnyTRPCRouter): Route[] {
  return Object.entries(proceduresOf(router)).flatMap(([name, procedure]) => {
    const { meta, type, inputs, output } = procedure._def;
    if (meta?.openapi === undefined || meta.rest === undefined) return [];
    const { method, path } = meta.openapi;
    const shapes = inputs.flatMap((input) => (input instanceof z.ZodObject ? Object.entries(input.shape) : []));
    const fields = shapes.map(([field]) => field);
    // The schema itself decides: the type of a query field does not tell whether it may be missing.
    const required = new Set(
      shapes.filter(([, rule]) => !z.safeParse(rule, undefined).success).map(([field]) => field),
    );
    const besidesPath = fields.filter((field) => !path.includes(`{${field}}`));
    const queryFields = meta.rest.body === true ? (meta.rest.query ?? []) : besidesPath;
    const rest: Route['rest'] = {
      status: output instanceof z.ZodVoid ? 204 : 200,
      errors: [...(besidesPath.length > 0 ? [400 as const] : []), ...(path.includes('{') ? [404 as const] : [])],
      ...meta.rest,
    };
    return [{ method, path, procedure: name, type, meta, rest, queryFields, required, call: procedure }];
  });
}

/** The operations at a path by method, and the values of its parameters. */
export type Match = { methods: ReadonlyMap<string, Route>; params: Record<string, string> };

/** Slashes that the last parameter of a path may hold, where it may hold any. */
const slashesMax = 8;

/**
 * Finds the operations at a raw path. Paths match exactly: case-sensitive, without a trailing or
 * doubled slash, without `.` or `..`, fixed segments not percent-encoded. A segment that cannot be
 * decoded matches nothing (rulings §2.10).
 */
export function matcherOf(routes: readonly Route[]): (path: string) => Match | undefined {
  type Entry = { segments: string[]; methods: Map<string, Route>; moreMax: number };
  const table = new Map<string, Entry>();
  for (const route of routes) {
    const entry = table.get(route.path) ?? {
      segments: route.path.split('/'),
      methods: new Map<string, Route>(),
      moreMax: route.rest.slashes === true ? slashesMax : 0,
    };
    entry.methods.set(route.method, route);
    table.set(route.path, entry);
  }
  const byLength = new Map<number, Entry[]>();
  // Fixed segments go first: `/events/tail` before `/events/{id}`.
  const entries = [...table.values()].toSorted((a, b) => variables(a.segments) - variables(b.segments));
  for (const entry of entries) {
    for (let { length } = entry.segments; length <= entry.segments.length + entry.moreMax; length += 1)
      byLength.set(length, [...(byLength.get(length) ?? []), entry]);
  }
  return (path) => {
    const given = path.split('/');
    for (const { segments, methods } of byLength.get(given.length) ?? []) {
      const params = matchSegments(segments, given);
      if (params !== undefined) return { methods, params };
    }
    return undefined;
  };
}

function variables(segments: readonly string[]): number {
  return segments.filter((segment) => segment.startsWith('{')).length;
}

function matchSegments(segments: readonly string[], given: readonly string[]): Record<string, string> | undefined {
  const params: Record<string, string> = {};
  for (const [at, segment] of segments.entries()) {
    const isLast = at === segments.length - 1;
    const raws = isLast ? given.slice(at) : given.slice(at, at + 1);
    const raw = raws.join('/');
    if (!segment.startsWith('{')) {
      if (raw !== segment) return undefined;
      continue;
    }
    if (raws.some((one) => one === '' || one === '.' || one === '..')) return undefined;
    const value = decode(raw);
    if (value === undefined) return undefined;
    params[segment.slice(1, -1)] = value;
  }
  return params;
}

function decode(segment: string): string | undefined {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

/** The methods that a path answers, for `Allow`: HEAD with GET, and OPTIONS always. */
export function allowOf(methods: Iterable<string>): string {
  const all = [...methods].flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  return [...all, 'OPTIONS'].join(', ');
}
