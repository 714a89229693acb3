import { withoutSecrets } from '../failures.ts';
import type { Answer } from '../http/send.ts';

/** The words of the collector, as far as they can be read. */
export type Said = {
  code?: number;
  text?: string;
  ackId?: number;
  /** Place of the event that it refuses, from 0. */
  invalidEvent?: number;
  /** Ids that it acknowledges. */
  acks: ReadonlySet<number>;
};

/** Reads an answer of Splunk's collector. Nothing is trusted; the text may repeat secrets. */
export function readAnswer({ body }: Answer, secrets: readonly string[]): Said {
  const said = parse(body);
  const number = (name: string): number | undefined =>
    Number.isSafeInteger(said[name]) ? Number(said[name]) : undefined;
  const code = number('code');
  const ackId = number('ackId');
  const invalidEvent = number('invalid-event-number');
  const text = said['text'];
  return {
    ...(code !== undefined && { code }),
    ...(ackId !== undefined && { ackId }),
    ...(invalidEvent !== undefined && { invalidEvent }),
    ...(typeof text === 'string' && { text: withoutSecrets(text, secrets) }),
    acks: new Set(
      Object.entries(objectOf(said['acks']))
        .filter(([, isAcknowledged]) => isAcknowledged === true)
        .map(([id]) => Number(id)),
    ),
  };
}

function parse(body: Buffer): Readonly<Record<string, unknown>> {
  try {
    return objectOf(JSON.parse(body.toString()));
  } catch {
    return {};
  }
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
