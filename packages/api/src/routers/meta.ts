import type { z } from 'zod';

import type { Meta, RestMeta } from '../trpc.ts';

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/**
 * Publishes a procedure on the REST surface:
 * `rest('POST', '/account/groups', 'Create a group', { status: 201, body: true })`. What `details`
 * leaves out follows from the procedure.
 */
export function rest(method: Method, path: `/${string}`, summary: string, details: RestMeta = {}): Meta {
  const [, first] = path.split('/');
  const tag = first === 'account' ? 'Account API' : first === 'admin' ? 'Operator API' : 'Read API and ingest';
  return { openapi: { method, path, summary, tags: [tag] }, rest: details };
}

/**
 * Serves a procedure at a path of the REST surface, and leaves it out of the document: for the
 * dashboard's own server (rulings §10.33).
 */
export function unlisted(method: Method, path: `/${string}`, details: RestMeta): Meta {
  return { openapi: { method, path, enabled: false }, rest: details };
}

/**
 * An output shape that describes an answer without checking it, for answers so frequent or long
 * that the check would cost as much as making them. The verb names every column that it selects,
 * and a test checks its answers against the document.
 */
export function unchecked<Shape extends z.ZodType>(shape: Shape): Shape {
  const documented = shape.clone();
  // tRPC parses an answer with whichever of these it finds; both return it unchanged.
  documented.parse = (answer) => answer as z.output<Shape>;
  documented.parseAsync = (answer) => Promise.resolve(answer as z.output<Shape>);
  return documented;
}
