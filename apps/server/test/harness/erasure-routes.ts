import { unique } from './factory.ts';
import type { Route } from './route.ts';

const holdBody = (): Record<string, unknown> => ({ reason: `case ${unique()}` });

/** Redaction and legal hold (rulings §13). */
export const erasureRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/account/events/{event}/redact',
    procedure: 'account.events.redact',
    demands: 'unscoped',
    query: 'confirm=true',
  },
  {
    method: 'POST',
    path: '/account/redactions',
    procedure: 'account.redactions.create',
    demands: 'unscoped',
    query: 'confirm=true',
    body: () => ({ username: unique() }),
  },
  {
    method: 'GET',
    path: '/account/redactions/{redaction}',
    procedure: 'account.redactions.get',
    demands: 'unscoped',
  },
  { method: 'GET', path: '/account/holds', procedure: 'account.holds.list', demands: 'unscoped' },
  { method: 'POST', path: '/account/holds', procedure: 'account.holds.create', demands: 'unscoped', body: holdBody },
  { method: 'DELETE', path: '/account/holds/{hold}', procedure: 'account.holds.end', demands: 'unscoped' },
];

/** Legal holds, by operators. */
export const operatorHoldRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/admin/accounts/{account}/holds',
    procedure: 'admin.accounts.holds.create',
    demands: 'write',
    body: holdBody,
  },
  {
    method: 'DELETE',
    path: '/admin/accounts/{account}/holds/{hold_id}',
    procedure: 'admin.accounts.holds.end',
    demands: 'write',
  },
];
