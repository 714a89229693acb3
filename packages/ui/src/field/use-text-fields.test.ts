import { TRPCClientError } from '@trpc/client';
import { createElement as h } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { useTextFields } from './use-text-fields.ts';

/** What a refusal with this status says, as the client of the procedures throws it. */
const refused = (httpStatus: number, message: string): Error =>
  TRPCClientError.from({ error: { message, code: -32_600, data: { httpStatus } } });

/** What the two fields and the dialog around them say. */
function said(error: Error | null, fieldOf?: () => 'email' | 'name' | undefined) {
  const seen: unknown[] = [];
  function Form() {
    const start = { email: '', name: '' };
    const form = useTextFields(start, { error, isPending: false, reset: () => {} }, fieldOf);
    seen.push(form.field('email').error, form.field('name').error, form.mutation.error);
    return null;
  }
  renderToStaticMarkup(h(Form));
  return seen;
}

test('a refusal of what was typed stands at the first field, any other one in the dialog', () => {
  const limit = refused(403, 'plan site limit reached');
  expect(said(refused(400, 'invalid email'))).toEqual([expect.any(String), undefined, null]);
  expect(said(limit)).toEqual([undefined, undefined, limit]);
  expect(said(null)).toEqual([undefined, undefined, null]);
});

test('a form says which of its fields a refusal is about, or that it is about none', () => {
  const refusal = refused(400, 'name too long');
  expect(said(refusal, () => 'name')).toEqual([undefined, expect.any(String), null]);
  expect(said(refusal, () => undefined)).toEqual([undefined, undefined, refusal]);
});
