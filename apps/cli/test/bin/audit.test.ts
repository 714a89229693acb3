import { expect, test } from 'vitest';

import { readAudit } from '../../bin/audit.mjs';

test('a known vulnerability is named and fails the audit', () => {
  const advisory = {
    module_name: 'left',
    severity: 'high',
    title: 'Runs what it is sent',
    url: 'https://example.com/1',
    vulnerable_versions: '<2',
  };
  expect(readAudit(`npm warn something\n${JSON.stringify({ advisories: { 1: advisory } }, null, 2)}\n`)).toEqual({
    code: 1,
    sentences: ['high: left <2: Runs what it is sent (https://example.com/1)'],
  });
  expect(readAudit('{"advisories":{}}').code).toBe(0);
});

test('a registry that does not answer fails nothing, and is said not to have answered', () => {
  const refused = 'Error: ERR_PNPM_AUDIT_BAD_RESPONSE\n  × The audit endpoint\n  │ responded with 405:\n';
  expect(readAudit(refused)).toEqual({
    code: 0,
    sentences: ['The registry does not tell known vulnerabilities (responded with 405): none was looked for.'],
  });
  expect(readAudit('').code).toBe(0);
});
