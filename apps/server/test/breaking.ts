/** A part of an OpenAPI document. */
type Json = Record<string, unknown>;
type Way = 'asked' | 'answered';

const record = (value: unknown): Json =>
  // A JSON object: its keys are texts.
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const texts = (value: unknown): string[] => list(value).map(String);

/**
 * The changes from `before` to `after` that break existing programs, one line each. A line begins
 * with the operation as in the reference (`GET /account/me: …`). docs/guide/compatibility.md says
 * what counts as a break.
 */
export function breakingChanges(before: Json, after: Json): string[] {
  return operationsOf(before).flatMap(([name, old]) => {
    const now = new Map(operationsOf(after)).get(name);
    if (now === undefined) return [`${name}: is gone`];
    const compare = new Comparison(before, after);
    compare.operation(old, now);
    return [...new Set(compare.found)].map((what) => `${name}: ${what}`);
  });
}

function operationsOf(document: Json): [string, Json][] {
  return Object.entries(record(document['paths'])).flatMap(([path, methods]) =>
    Object.entries(record(methods)).map(([method, one]): [string, Json] => [
      `${method.toUpperCase()} ${path}`,
      record(one),
    ]),
  );
}

class Comparison {
  readonly found: string[] = [];
  readonly #before: Json;
  readonly #after: Json;

  constructor(before: Json, after: Json) {
    this.#before = before;
    this.#after = after;
  }

  operation(old: Json, now: Json): void {
    if (JSON.stringify(old['security']) !== JSON.stringify(now['security'])) this.found.push('takes other keys');
    this.#parameters(old, now);
    this.#body(record(this.#old(old['requestBody'])), record(this.#now(now['requestBody'])));
    this.#responses(record(old['responses']), record(now['responses']));
  }

  #parameters(old: Json, now: Json): void {
    const key = (one: Json): string => `${String(one['in'])} parameter ${String(one['name'])}`;
    const befores = new Map(list(old['parameters']).map((one) => [key(this.#old(one)), this.#old(one)]));
    const afters = new Map(list(now['parameters']).map((one) => [key(this.#now(one)), this.#now(one)]));
    for (const [name, one] of befores) {
      const other = afters.get(name);
      if (other === undefined) this.found.push(`${name} is gone`);
      else this.#schema(one['schema'], other['schema'], name, 'asked');
    }
    for (const [name, one] of afters)
      if (one['required'] === true && befores.get(name)?.['required'] !== true)
        this.found.push(`${name} has become required`);
  }

  #body(old: Json, now: Json): void {
    if (now['required'] === true && old['required'] !== true) this.found.push('a body has become required');
    this.#content(old['content'], now['content'], 'body', 'asked');
  }

  #responses(old: Json, now: Json): void {
    for (const [status, given] of Object.entries(old)) {
      const before = this.#old(given);
      const after = now[status] === undefined ? undefined : this.#now(now[status]);
      if (after === undefined) this.found.push(`status ${status} is gone`);
      else if (Number(status) < 300) this.#content(before['content'], after['content'], `answer ${status}`, 'answered');
      else
        for (const one of sentences(before))
          if (!sentences(after).includes(one)) this.found.push(`${status} «${one}» is gone`);
    }
    for (const status of Object.keys(now))
      if (Number(status) < 300 && old[status] === undefined) this.found.push(`answers ${status}`);
  }

  #content(old: unknown, now: unknown, where: string, way: Way): void {
    for (const [type, media] of Object.entries(record(old))) {
      const other = record(now)[type];
      if (other === undefined) this.found.push(`${where}: ${type} is gone`);
      else this.#schema(record(media)['schema'], record(other)['schema'], where, way);
    }
  }

  #schema(given: unknown, newer: unknown, where: string, way: Way, depth = 0): void {
    const old = this.#old(given);
    const now = this.#now(newer);
    // No shape of ours is nested so deeply; only a recursive shape is.
    if (depth > 12) return;
    this.#types(old, now, where, way);
    this.#bounds(old, now, where, way);
    this.#choices(old, now, where, way, depth);
    this.#fields(old, now, where, way, depth);
    if (old['items'] !== undefined) this.#schema(old['items'], now['items'], `${where}[]`, way, depth + 1);
  }

  #types(old: Json, now: Json, where: string, way: Way): void {
    // Requests must accept all that they accepted. Answers must not contain anything new.
    const [needed, had] = way === 'asked' ? [kinds(old), kinds(now)] : [kinds(now), kinds(old)];
    if (had.length > 0 && (needed.length === 0 || needed.some((one) => !had.includes(one))))
      this.found.push(
        `${where}: was ${kinds(old).join(' or ') || 'anything'}, is ${kinds(now).join(' or ') || 'anything'}`,
      );
    const [values, others] = way === 'asked' ? [old['enum'], now['enum']] : [now['enum'], old['enum']];
    if (others !== undefined && (values === undefined || texts(values).some((one) => !texts(others).includes(one))))
      this.found.push(`${where}: the values have changed`);
  }

  #bounds(old: Json, now: Json, where: string, way: Way): void {
    if (way !== 'asked') return;
    for (const name of ['maximum', 'maxLength', 'maxItems', 'maxProperties'])
      if (now[name] !== undefined && Number(now[name]) < Number(old[name] ?? Infinity))
        this.found.push(`${where}: ${name} is smaller`);
    for (const name of ['minimum', 'minLength', 'minItems', 'minProperties']) {
      // An object with required fields has at least as many.
      const least = name === 'minProperties' ? list(old['required']).length : -Infinity;
      if (now[name] !== undefined && Number(now[name]) > Math.max(Number(old[name] ?? -Infinity), least))
        this.found.push(`${where}: ${name} is larger`);
    }
    if (old['default'] !== undefined && now['default'] !== old['default']) this.found.push(`${where}: another default`);
    for (const name of ['pattern', 'format'])
      if (now[name] !== undefined && now[name] !== old[name]) this.found.push(`${where}: another ${name}`);
  }

  #choices(old: Json, now: Json, where: string, way: Way, depth: number): void {
    for (const name of ['anyOf', 'oneOf', 'allOf']) {
      const [befores, afters] = [list(old[name]), list(now[name])];
      if (befores.length === 0 && afters.length === 0) continue;
      const lost =
        way === 'asked' && name !== 'allOf' ? afters.length < befores.length : afters.length !== befores.length;
      if (lost) this.found.push(`${where}: other choices`);
      else for (const [at, one] of befores.entries()) this.#schema(one, afters[at], where, way, depth + 1);
    }
  }

  #fields(old: Json, now: Json, where: string, way: Way, depth: number): void {
    const [fields, others] = [record(old['properties']), record(now['properties'])];
    for (const [name, one] of Object.entries(fields)) {
      if (others[name] === undefined) this.found.push(`${where}.${name} is gone`);
      else this.#schema(one, others[name], `${where}.${name}`, way, depth + 1);
    }
    const [must, had] = way === 'asked' ? [now['required'], old['required']] : [old['required'], now['required']];
    for (const name of texts(must).filter((one) => !texts(had).includes(one))) {
      if (way === 'asked') this.found.push(`${where}.${name} has become required`);
      else if (others[name] !== undefined) this.found.push(`${where}.${name} may be missing now`);
    }
  }

  #old = (value: unknown): Json => resolve(this.#before, value);
  #now = (value: unknown): Json => resolve(this.#after, value);
}

/** Resolves a reference to its object. */
function resolve(document: Json, value: unknown): Json {
  const { $ref } = record(value);
  if (typeof $ref !== 'string') return record(value);
  return resolve(
    document,
    $ref
      .split('/')
      .slice(1)
      .reduce<unknown>((at, part) => record(at)[part], document),
  );
}

function kinds(schema: Json): string[] {
  const type = schema['type'];
  return Array.isArray(type) ? texts(type) : typeof type === 'string' ? [type] : [];
}

/** The sentences listed in a refusal. */
function sentences(response: Json): string[] {
  const { examples } = record(record(record(response['content'])['application/json']));
  return Object.values(record(examples)).map((one) => String(record(record(one)['value'])['error']));
}
