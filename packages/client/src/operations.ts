import type { paths } from './generated/openapi.ts';
import type { CallOptions, HttpRequest, Transport } from './transport.ts';

type MethodsOf<Item> = {
  [M in keyof Item & string]: [Item[M]] extends [never] ? never : Item[M] extends { responses: unknown } ? M : never;
}[keyof Item & string];

/** An operation of the OpenAPI document by its method and path: `GET /account/me`. */
export type Route = { [Path in keyof paths]: `${Uppercase<NonNullable<MethodsOf<paths[Path]>>>} ${Path}` }[keyof paths];

type OperationAt<Path, Method> = Path extends keyof paths
  ? Method extends keyof paths[Path]
    ? NonNullable<paths[Path][Method]>
    : never
  : never;
type Operation<R extends Route> = R extends `${infer Method} ${infer Path}`
  ? OperationAt<Path, Lowercase<Method>>
  : never;

// `unknown` adds nothing to an intersection.
type Fields<T> = [NonNullable<T>] extends [never] ? unknown : NonNullable<T>;
type Json<T> = T extends { content: { 'application/json': infer Body } } ? Body : never;
type NoFields = { readonly signal?: never };
type AllFields<Op> = Op extends { parameters: { query?: infer Query; path?: infer Path } }
  ? Fields<Path> & Fields<Query> & (Op extends { requestBody?: infer Body } ? Fields<Json<NonNullable<Body>>> : unknown)
  : never;

export type InputOf<Op> = unknown extends AllFields<Op> ? NoFields : AllFields<Op>;
/** The input of an operation: the ids of its path, its query and its body in one object. */
export type Input<R extends Route> = InputOf<Operation<R>>;

/** The operations with a body that also have a query, and the names of its fields. */
type QueryOf<R extends Route> =
  Operation<R> extends { parameters: { query?: infer Query } } ? NonNullable<Query> : never;
type BodyRoute = Route & `${'POST' | 'PATCH'} ${string}`;
type RouteWithBoth = { [R in BodyRoute]: [QueryOf<R>] extends [never] ? never : R }[BodyRoute];
const queryFields: { readonly [R in RouteWithBoth]: readonly (keyof QueryOf<R>)[] } = {
  'POST /account/sites': ['access'],
  'POST /account/sites/{id}/tokens': ['access'],
  'POST /account/events/{id}/redact': ['confirm'],
  'POST /account/redactions': ['confirm'],
  'POST /account/streams/{id}/secret': ['end_former'],
  'POST /admin/accounts/{id}/sites': ['access'],
  'POST /admin/sites/{id}/revoke': ['reason'],
  'POST /admin/streams/{id}/pause': ['reason'],
  'POST /admin/streams/{id}/resume': ['reason'],
};

type AnswerOf<Response> = [Json<Response>] extends [never] ? void : Json<Response>;
type Success = 200 | 201 | 202 | 204;
export type OutputOf<Op> = Op extends { responses: infer Responses }
  ? { [Status in keyof Responses & Success]: AnswerOf<Responses[Status]> }[keyof Responses & Success]
  : never;
/** The answer of an operation. */
export type Output<R extends Route> = OutputOf<Operation<R>>;

/** A function of an input, which is optional if none of its fields is required. */
export type Taking<I, Result, Options = CallOptions> =
  Partial<I> extends I ? (input?: I, options?: Options) => Result : (input: I, options?: Options) => Result;

/** Calls an operation. Throws `GoalError` for a failure, the signal's reason when aborted. */
export type Call<R extends Route> = Taking<Input<R>, Promise<Output<R>>>;

/** Makes the calls of a transport, by their routes. */
export function callsOver(transport: Transport) {
  return <R extends Route>(route: R): Call<R> => {
    const call = async (input?: object, options?: CallOptions): Promise<unknown> =>
      transport.json(requestOf(route, input), options);
    // The OpenAPI document defines input and answer, and a test of the service holds it to the
    // document.
    return call as Call<R>;
  };
}

/** Calls an operation that answers with a text. */
type TextCall<R extends Route> = Taking<Input<R>, Promise<string>>;

/** Makes the calls of a transport that answer with texts. */
export function textsOver(transport: Transport) {
  return <R extends Route>(route: R): TextCall<R> => {
    const call = (input?: object, options?: CallOptions): Promise<string> =>
      transport.text(requestOf(route, input), options);
    // As in `callsOver`.
    return call as TextCall<R>;
  };
}

/**
 * The request of an operation: fields named in its path go there, the others into the query of a
 * GET or DELETE, or into the body. Some operations with a body also have a query. Without fields
 * there is no body, which the service takes for an empty one (rulings §2.12).
 */
export function requestOf(route: Route, input: object = {}): HttpRequest {
  const [method = '', template = ''] = route.split(' ');
  const fields = new Map<string, unknown>(Object.entries(input));
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const segment = segmentOf(name, fields.get(name));
    fields.delete(name);
    return segment;
  });
  if (method === 'GET' || method === 'DELETE')
    return { method, path: path + queryOf(fields), isRepeatable: method === 'GET' };
  const query = new Map<string, unknown>();
  for (const name of new Map<string, readonly string[]>(Object.entries(queryFields)).get(route) ?? []) {
    query.set(name, fields.get(name));
    fields.delete(name);
  }
  const request = { method, path: path + queryOf(query), isRepeatable: false };
  return fields.size === 0 ? request : { ...request, body: JSON.stringify(Object.fromEntries(fields)) };
}

/** A segment of a path. One that a URL would normalise is refused: it could name another path. */
function segmentOf(name: string, value: unknown): string {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  if (text === '' || text === '.' || text === '..') throw new TypeError(`${name} is missing`);
  return encodeURIComponent(text);
}

function queryOf(fields: ReadonlyMap<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of fields) {
    if (value === undefined) continue;
    for (const one of Array.isArray(value) ? (value as unknown[]) : [value]) query.append(name, String(one));
  }
  return query.size === 0 ? '' : `?${query.toString()}`;
}
