import type { z } from 'zod';

import type { Meta, RestMeta } from '../trpc.ts';

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** Where a procedure stands on the REST surface: `rest('POST', '/account/groups', 'Create a group', { status: 201, body: true, errors: [400, 409] })`. */
export function rest(method: Method, path: `/${string}`, summary: string, details: RestMeta): Meta {
  const [, first] = path.split('/');
  const tag = first === 'account' ? 'Account API' : first === 'admin' ? 'Operator API' : 'Read API and ingest';
  return { openapi: { method, path, summary, tags: [tag] }, rest: details };
}

/**
 * The shape of an answer that is read so often that checking each would cost as much as making it: for the document and the types alone. Its verb
 * names every column that it selects, and a test checks its answers against the document.
 */
export function unchecked<Shape extends z.ZodType>(shape: Shape): Shape {
  const documented = shape.clone();
  // tRPC checks an answer by the first of these that exists; both return it unchanged.
  documented.parse = (answer) => answer as z.output<Shape>;
  documented.parseAsync = (answer) => Promise.resolve(answer as z.output<Shape>);
  return documented;
}
