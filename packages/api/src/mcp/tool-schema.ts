import { z } from 'zod';
import { createSchema } from 'zod-openapi';

import { record, tidy, type Json } from '../json-schema.ts';

/** A schema of an object, as `tools/list` wants it. */
export type ObjectSchema = Json & { type: 'object' };

/** The arguments that a procedure takes; `words` say what each means to a model, in place of what the OpenAPI document says. */
export function argumentsOf(input: unknown, words: Readonly<Record<string, string>>): ObjectSchema {
  if (!(input instanceof z.ZodObject)) return { type: 'object', properties: {} };
  const shape: Record<string, z.ZodType> = input.shape;
  const schema = schemaOf(input, 'input');
  const properties = Object.entries(record(schema['properties'])).map(([name, property]) => [
    name,
    { ...record(property), ...(words[name] === undefined ? {} : { description: words[name] }) },
  ]);
  const required = Object.entries(shape).flatMap(([name, field]) => (mayBeMissing(field) ? [] : [name]));
  return { ...schema, properties: Object.fromEntries(properties), required };
}

/** A field that reads «nothing» as nothing, or as its default. */
function mayBeMissing(field: z.ZodType): boolean {
  const { success, data } = field.safeParse(undefined);
  return success && data !== '';
}

/** What a procedure answers. */
export function answerOf(output: unknown): ObjectSchema {
  if (!(output instanceof z.ZodObject)) throw new Error('a tool answers with an object');
  return schemaOf(output, 'output');
}

/** Written out: clients need not know how to follow a reference. */
function schemaOf(shape: z.ZodObject, io: 'input' | 'output'): ObjectSchema {
  const { schema, components } = createSchema(shape, { io, openapiVersion: '3.1.0' });
  // JSON of its own: what the generator gives shares its parts.
  const all = record(tidy(JSON.parse(JSON.stringify(components))));
  return { ...record(inline(tidy(JSON.parse(JSON.stringify(schema))), all)), type: 'object' };
}

function inline(value: unknown, components: Json): unknown {
  if (Array.isArray(value)) return value.map((one) => inline(one, components));
  if (typeof value !== 'object' || value === null) return value;
  const reference = '$ref' in value ? value.$ref : undefined;
  if (typeof reference === 'string') return inline(components[reference.split('/').at(-1) ?? ''], components);
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, inline(part, components)]));
}
