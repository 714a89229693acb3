import { secretFields, type SinkType } from '@goal/contract';

import { sinks } from './sink-fields.ts';

/** A sink as the form holds it: texts by the names of the fields, and who gets mail. */
export type SinkDraft = {
  type: SinkType;
  texts: Readonly<Record<string, string>>;
  /** Ids of members; empty is the address of the account. */
  to: readonly string[];
};

export const newDraft = (type: SinkType): SinkDraft => ({ type, texts: {}, to: [] });

/** The draft of a stream that is changed. Its secret is not known here: an empty one stays. */
export function draftOf(sink: Readonly<Record<string, unknown>>): SinkDraft {
  // The service answers with types that it knows.
  const type = sink['type'] as SinkType;
  const texts = sinks[type].fields.flatMap(({ name }): (readonly [string, string])[] => {
    const value = sink[name];
    return ['string', 'number', 'boolean'].includes(typeof value)
      ? [[name, `${value as string | number | boolean}`]]
      : [];
  });
  return { type, texts: Object.fromEntries(texts), to: Array.isArray(sink['to']) ? sink['to'].map(String) : [] };
}

/** The sink as the API takes it. What is empty is left out; what is no number is refused there. */
export function sinkOf({ type, texts, to }: SinkDraft): Record<string, unknown> {
  if (type === 'mail') return { type, to: to.length === 0 ? null : to };
  const given = sinks[type].fields.flatMap(({ name, kind }): (readonly [string, unknown])[] => {
    const text = texts[name]?.trim() ?? '';
    if (text === '') return [];
    if (kind === 'number') return [[name, Number.isNaN(Number(text)) ? text : Number(text)]];
    if (kind === 'headers') return [[name, text === noHeaders ? {} : headersOf(text)]];
    return [[name, name === 'path_style' ? text === 'true' : text]];
  });
  return { type, ...Object.fromEntries(given) };
}

/** What a field of headers says that is to have none. */
const noHeaders = '-';

/** Headers from lines of «Name: value»; a line without a colon has no value, and is refused. */
function headersOf(text: string): Record<string, string> {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return Object.fromEntries(
    lines.map((line): readonly [string, string] => {
      const colon = line.indexOf(':');
      return colon < 1 ? ['', line] : [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
    }),
  );
}

/** The field that a refusal is about; undefined for the form as a whole. */
export function fieldOfRefusal(type: SinkType, message: string): string | undefined {
  const names = sinks[type].fields.map(({ name }) => name);
  if (message === 'address not allowed') return names.find((name) => name === 'url' || name === 'host');
  return names.find(
    (name) => [`invalid ${name}`, `${name} required`].includes(message) || message.startsWith(`${name} must`),
  );
}

/** Whether an empty field of a changed stream keeps what was sealed. */
export const isSealed = (type: SinkType, name: string): boolean => secretFields[type]?.name === name;
