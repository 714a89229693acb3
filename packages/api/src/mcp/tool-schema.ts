import { z } from 'zod';
import { createSchema } from 'zod-openapi';

import { record, tidy, type Json } from '../json-schema.ts';

/** The schema of an object, as `tools/list` needs it. */
export type ObjectSchema = Json & { type: 'object' };

/**
 * The arguments of a procedure. `words` describe them to a model, in place of the descriptions of
 * the OpenAPI document. The schema is closed, so that a model does not invent arguments; a call
 * that has others is answered all the same (rulings §11.6).
 */
export function argumentsOf(input: unknown, words: Readonly<Record<string, string>>): ObjectSchema {
  if (!(input instanceof z.ZodObject)) return { type: 'object', properties: {}, additionalProperties: false };
  const shape: Record<string, z.ZodType> = input.shape;
  const schema = schemaOf(input, 'input');
  const properties = Object.entries(record(schema['properties'])).map(([name, property]) => [
    name,
    { ...record(property), ...(words[name] === undefined ? {} : { description: words[name] }) },
  ]);
  const required = Object.entries(shape).flatMap(([name, field]) => (mayBeMissing(field) ? [] : [name]));
  return { ...schema, properties: Object.fromEntries(properties), required, additionalProperties: false };
}

/** Whether the field accepts undefined, as undefined or as its default. */
function mayBeMissing(field: z.ZodType): boolean {
  const { success, data } = field.safeParse(undefined);
  return success && data !== '';
}

/** The schema of a procedure's answer, with the service's time beside it (rulings §11.6). */
export function answerOf(output: unknown): ObjectSchema {
  if (!(output instanceof z.ZodObject)) throw new Error('a tool answers with an object');
  const now = z.string().meta({ format: 'date-time', description: 'The time of the service when it answered' });
  return schemaOf(output.extend({ now }), 'output');
}

/** The schema with its references written out: not every client follows them. */
function schemaOf(shape: z.ZodObject, io: 'input' | 'output'): ObjectSchema {
  const { schema, components } = createSchema(shape, { io, openapiVersion: '3.1.0' });
  // Copied through JSON, because generated schemas share objects.
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
