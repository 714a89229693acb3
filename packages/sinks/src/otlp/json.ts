import type { AttributeValue, Attributes, LogRequest } from './log-records.ts';

/** Returns a request as OTLP writes it in JSON: 64-bit numbers as text, enums as numbers. */
export function encodeJson({ resource, scope, records }: LogRequest): Buffer {
  const logRecords = records.map((record) => ({
    timeUnixNano: nanos(record.timeMs),
    observedTimeUnixNano: nanos(record.observedMs),
    severityNumber: record.severityNumber,
    severityText: record.severityText,
    body: { stringValue: record.body },
    attributes: attributes(record.attributes),
    eventName: record.eventName,
  }));
  const scopeLogs = [{ scope: { name: scope }, logRecords }];
  return Buffer.from(JSON.stringify({ resourceLogs: [{ resource: { attributes: attributes(resource) }, scopeLogs }] }));
}

function nanos(ms: number): string {
  return String(BigInt(ms) * 1_000_000n);
}

function attributes(given: Attributes): object[] {
  return given.map(([key, value]) => ({ key, value: anyValue(value) }));
}

function anyValue(value: AttributeValue): object {
  if (typeof value === 'string') return { stringValue: value };
  return typeof value === 'boolean' ? { boolValue: value } : { intValue: String(value) };
}
