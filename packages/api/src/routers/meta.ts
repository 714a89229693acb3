import type { Meta, RestMeta } from '../trpc.ts';

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** Where a procedure stands on the REST surface: `rest('POST', '/account/groups', 'Create a group', { status: 201, body: true, errors: [400, 409] })`. */
export function rest(method: Method, path: `/${string}`, summary: string, details: RestMeta): Meta {
  const [, first] = path.split('/');
  const tag = first === 'account' ? 'Account API' : first === 'admin' ? 'Operator API' : 'Read API and ingest';
  return { openapi: { method, path, summary, tags: [tag] }, rest: details };
}
