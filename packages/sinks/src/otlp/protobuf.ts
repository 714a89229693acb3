import type { AttributeValue, Attributes, LogRecord, LogRequest } from './log-records.ts';
import { WireWriter } from './wire.ts';

// Numbers of fields in opentelemetry-proto, version 1: they never change.
const request = { resourceLogs: 1 };
const resourceLogs = { resource: 1, scopeLogs: 2 };
const resourceFields = { attributes: 1 };
const scopeLogs = { scope: 1, logRecords: 2 };
const scopeFields = { name: 1 };
const logRecord = {
  timeUnixNano: 1,
  severityNumber: 2,
  severityText: 3,
  body: 5,
  attributes: 6,
  observedTimeUnixNano: 11,
  eventName: 12,
};
const keyValue = { key: 1, value: 2 };
const anyValue = { string: 1, bool: 2, int: 3 };

/** Returns a request in the bytes of `ExportLogsServiceRequest`. */
export function encodeProtobuf({ resource, scope, records }: LogRequest): Buffer {
  const writer = new WireWriter();
  writer.message(request.resourceLogs, () => {
    writer.message(resourceLogs.resource, () => writeAttributes(writer, resourceFields.attributes, resource));
    writer.message(resourceLogs.scopeLogs, () => {
      writer.message(scopeLogs.scope, () => writer.string(scopeFields.name, scope));
      for (const record of records) writer.message(scopeLogs.logRecords, () => writeRecord(writer, record));
    });
  });
  return writer.finish();
}

function writeRecord(writer: WireWriter, record: LogRecord): void {
  writer.fixed64(logRecord.timeUnixNano, BigInt(record.timeMs) * 1_000_000n);
  writer.varint(logRecord.severityNumber, record.severityNumber);
  writer.string(logRecord.severityText, record.severityText);
  writer.message(logRecord.body, () => writer.string(anyValue.string, record.body));
  writeAttributes(writer, logRecord.attributes, record.attributes);
  writer.fixed64(logRecord.observedTimeUnixNano, BigInt(record.observedMs) * 1_000_000n);
  writer.string(logRecord.eventName, record.eventName);
}

function writeAttributes(writer: WireWriter, field: number, attributes: Attributes): void {
  for (const [key, value] of attributes)
    writer.message(field, () => {
      writer.string(keyValue.key, key);
      writer.message(keyValue.value, () => writeValue(writer, value));
    });
}

function writeValue(writer: WireWriter, value: AttributeValue): void {
  if (typeof value === 'string') writer.string(anyValue.string, value);
  else if (typeof value === 'boolean') writer.varint(anyValue.bool, Number(value));
  else writer.varint(anyValue.int, value);
}
