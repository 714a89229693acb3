import { expect, test } from 'vitest';

import { csvField } from './csv.ts';

test('a field of a CSV file is quoted, and no spreadsheet takes it for a formula', () => {
  expect(csvField('Say "hi",\r\nthen go')).toBe('"Say ""hi"",\r\nthen go"');
  expect(csvField('')).toBe('""');
  for (const start of ['=', '+', '-', '@', '\t', '\r'])
    expect(csvField(`${start}cmd|' /C calc'!A0`)).toBe(`"'${start}cmd|' /C calc'!A0"`);
  expect(csvField('a=1')).toBe('"a=1"');
});
