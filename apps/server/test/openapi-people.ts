import { createAdminToken } from '@goal/core';

import { unique, type Answer, type TestService } from './harness.ts';

// Calls of the operator API on accounts of their own, people and admin tokens, for the walk through
// the document.

type Calls = Record<string, (service: TestService) => Promise<Answer>>;

/** A member of an account of their own. */
async function newMember(service: TestService, role: 'owner' | 'viewer') {
  const { db } = service;
  const { id: accountId } = await service.makeAccount();
  const { rowId: accountRowId } = await db.prisma.account.findFirstOrThrow({ where: { id: accountId } });
  const person = await db.prisma.person.create({ data: { email: `${unique()}@example.com` } });
  const { id } = await db.prisma.membership.create({ data: { personRowId: person.rowId, accountRowId, role } });
  return { accountId, personId: person.id, path: `/accounts/${accountId}/members/${id}` };
}

const invite = (service: TestService, accountId: string): Promise<Answer> =>
  service.admin('POST', `/accounts/${accountId}/invitations`, { body: { email: `${unique()}@example.com` } });

async function newToken({ db }: TestService): Promise<string> {
  const actor = { kind: 'cli', name: 'test' } as const;
  return (await createAdminToken({ db }, actor, { name: unique(), scope: 'admin:read' })).prefix;
}

export const peopleSuccesses: Calls = {
  'POST /admin/accounts/{id}/reseller': async (service) =>
    service.admin('POST', `/accounts/${(await service.makeAccount()).id}/reseller`, { body: { enabled: true } }),
  'POST /admin/accounts/{id}/plan': async (service) =>
    service.admin('POST', `/accounts/${(await service.makeAccount()).id}/plan`, { body: { plan: 'starter' } }),
  'POST /admin/accounts/{id}/invitations': async (service) => invite(service, (await service.makeAccount()).id),
  'DELETE /admin/accounts/{id}/members/{member_id}': async (service) =>
    service.admin('DELETE', (await newMember(service, 'viewer')).path),
  'POST /admin/people/{id}/reset': async (service) =>
    service.admin('POST', `/people/${(await newMember(service, 'viewer')).personId}/reset`),
  'DELETE /admin/tokens/{prefix}': async (service) => service.admin('DELETE', `/tokens/${await newToken(service)}`),
};

export const peopleConflicts: Calls = {
  'POST /admin/accounts/{id}/invitations': async (service) =>
    invite(service, (await newMember(service, 'owner')).accountId),
  'DELETE /admin/accounts/{id}/members/{member_id}': async (service) =>
    service.admin('DELETE', (await newMember(service, 'owner')).path),
  'DELETE /admin/tokens/{prefix}': (service) => service.admin('DELETE', `/tokens/${service.adminWrite.split('_')[2]}`),
};
