import {
  actionShape,
  accountKeyShape,
  createdSiteShape,
  foundKeyShape,
  groupKeyShape,
  mintedAccountKeyShape,
  mintedGroupKeyShape,
  mintedSiteKeyShape,
  siteKeyShape,
} from '@goal/contract';
import { inAllRun } from '@goal/db/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { freshDomain, sharedService, type Answer } from './harness.ts';
import { data, refused } from './trpc-answers.ts';

const service = await sharedService();
/** A reseller, because its keys have neither a rate limit nor a cap. */
const account = await service.makeAccount({ reseller: true });
const group = await service.makeGroup(account);
const site = await service.makeSite(account);

const operator = (method: string, path: string, body?: unknown): Promise<Answer> =>
  service.admin(method, path, { body });
const siteBody = () => {
  const domain = freshDomain();
  return { domain, site_url: `https://${domain}/` };
};
const limited = (answer: Answer, shape: z.ZodType): unknown => {
  answer.as(201, shape);
  const entries = Object.entries(answer.body as object);
  expect(entries.at(-1)?.[0], answer.text).toBe('access');
  return entries.at(-1)?.[1];
};
/** The last field of each row of a list whose shape is exactly this, the newest first. */
const lastFields = (answer: Answer, name: string, shape: z.ZodType): string[] => {
  answer.as(200, z.object({ [name]: z.array(shape) }));
  const rows = (answer.body as Record<string, object[]>)[name] ?? [];
  return rows.map((row) => Object.keys(row).at(-1) ?? '');
};

describe('R§12.1 a call that makes a key takes its access', () => {
  it('R§12.1 the access is the last field of the answer, of the list and of GET /me, and only where it is not full', async () => {
    const own = await service.makeAccount({ reseller: true });
    const ofAccount = await operator('POST', `/accounts/${own.id}/keys`, { name: 'report', access: 'read' });
    expect(limited(ofAccount, mintedAccountKeyShape)).toBe('read');
    expect(lastFields(await operator('GET', `/accounts/${own.id}/keys`), 'keys', accountKeyShape)).toEqual([
      'access',
      'revoked_at',
    ]);
    const { key, prefix } = ofAccount.as(201, mintedAccountKeyShape);
    const me = (await service.call('GET', '/account/me', { token: key })).body as { key: object };
    expect(Object.entries(me.key)).toEqual([
      ['prefix', prefix],
      ['created_at', expect.any(String)],
      ['access', 'read'],
    ]);
    expect(lastFields(await operator('GET', `/keys?prefix=${prefix}`), 'keys', foundKeyShape)).toEqual(['access']);

    const { id } = await service.makeGroup(own);
    await own.call('POST', `/groups/${id}/keys`);
    expect(
      limited(await own.call('POST', `/groups/${id}/keys`, { body: { access: 'read' } }), mintedGroupKeyShape),
    ).toBe('read');
    for (const list of [
      await own.call('GET', `/groups/${id}/keys`),
      await operator('GET', `/accounts/${own.id}/groups/${id}/keys`),
    ])
      expect(lastFields(list, 'keys', groupKeyShape)).toEqual(['access', 'revoked_at']);
  });

  it('R§12.1 a site key takes it in the query', async () => {
    const made = await account.call('POST', '/sites', { body: siteBody(), query: { access: 'send' } });
    expect(limited(made, createdSiteShape)).toBe('send');
    const { site_id: id } = made.as(201, createdSiteShape);
    expect(limited(await account.call('POST', `/sites/${id}/tokens?access=read`), mintedSiteKeyShape)).toBe('read');
    (await account.call('POST', `/sites/${id}/tokens?access=full`)).as(201, mintedSiteKeyShape);
    const fields = ['revoked_at', 'access', 'access'];
    expect(lastFields(await account.call('GET', `/sites/${id}/tokens`), 'tokens', siteKeyShape)).toEqual(fields);
    expect(lastFields(await operator('GET', `/sites/${id}/keys`), 'keys', siteKeyShape)).toEqual(fields);
    const byOperator = await operator('POST', `/accounts/${account.id}/sites?access=read`, siteBody());
    expect(limited(byOperator, createdSiteShape)).toBe('read');
  });

  inAllRun(() => {
    it('R§12.1 omitted, null and full are answered as before, and the bodies of sites know no access', async () => {
      const fieldsOf = (answer: Answer): string[] => {
        expect(answer.status, answer.text).toBe(201);
        return Object.keys(answer.body as object);
      };
      for (const body of [{}, { access: null }, { access: 'full' }]) {
        expect(fieldsOf(await operator('POST', `/accounts/${account.id}/keys`, body))).toEqual([
          'key',
          'prefix',
          'name',
        ]);
        const own = await service.makeGroup(account);
        expect(fieldsOf(await account.call('POST', `/groups/${own.id}/keys`, { body }))).toEqual([
          'key',
          'prefix',
          'name',
        ]);
      }
      for (const access of ['send', 5, null, {}]) {
        const body = { ...siteBody(), access };
        for (const made of [
          await account.call('POST', '/sites', { body }),
          await operator('POST', `/accounts/${account.id}/sites`, { ...body, ...siteBody() }),
        ])
          expect(fieldsOf(made)).toEqual(['site_id', 'domain', 'token', 'prefix']);
        expect(fieldsOf(await account.call('POST', `/sites/${site.id}/tokens`, { body: { access } }))).toEqual([
          'token',
          'prefix',
        ]);
      }
      const me = (await account.call('GET', '/me')).body as { key: object };
      expect(Object.keys(me.key)).toEqual(['prefix', 'created_at']);
    });
  });

  it('R§12.1 another type in a body is no string, and any other value, none or two in a query are invalid', async () => {
    const bodies = [`/admin/accounts/${account.id}/keys`, `/account/groups/${group.id}/keys`];
    for (const path of bodies) {
      const token = path.startsWith('/admin') ? service.adminWrite : account.token;
      const mint = (body: object): Promise<Answer> => service.call('POST', path, { token, body });
      for (const access of [5, true, {}, ['read']]) (await mint({ access })).refused(400, 'access must be a string');
      for (const access of ['', 'send', 'Read', ' read', 'write'])
        (await mint({ access })).refused(400, 'invalid access');
      (await mint({ access: 5, name: 5 })).refused(400, 'name must be a string');
    }
    const queries = ['access=', 'access=Read', 'access=x', 'access=read&access=read', 'access=null'];
    for (const query of queries) {
      (await account.call('POST', `/sites?${query}`, { body: siteBody() })).refused(400, 'invalid access');
      (await account.call('POST', `/sites/${site.id}/tokens?${query}`)).refused(400, 'invalid access');
      (await operator('POST', `/accounts/${account.id}/sites?${query}`, siteBody())).refused(400, 'invalid access');
    }
  });

  it('R§12.1 R§2.4 the access is judged after the other fields and before the ids in them', async () => {
    const create = (body: unknown): Promise<Answer> => account.call('POST', '/sites?access=x', { body });
    (await create({})).refused(400, 'invalid domain');
    (await create({ ...siteBody(), name: 5 })).refused(400, 'name must be a string');
    (await create({ ...siteBody(), group_id: site.id })).refused(400, 'invalid access');
    (await account.call('POST', `/sites/${group.id}/tokens?access=x`)).refused(404, 'not found');
    (await create('{')).refused(400, 'invalid JSON body');
  });

  it('R§12.1 over native tRPC it is a field of the input', async () => {
    const mutate = (procedure: string, input: object): Promise<Answer> =>
      service.call('POST', `/trpc/${procedure}`, { root: true, token: account.token, body: input });
    for (const access of ['send', 'read'])
      expect(data(await mutate('account.sites.create', { ...siteBody(), access }))).toMatchObject({ access });
    expect(data(await mutate('account.sites.tokens.create', { id: site.id, access: null }))).not.toHaveProperty(
      'access',
    );
    expect(data(await mutate('account.groups.keys.create', { id: group.id, access: 'read' }))).toMatchObject({
      access: 'read',
    });
    refused(await mutate('account.sites.tokens.create', { id: site.id, access: 5 }), 400, 'access must be a string');
    refused(await mutate('account.sites.create', { ...siteBody(), access: '' }), 400, 'invalid access');
    refused(await mutate('account.groups.keys.create', { id: group.id, access: 'send' }), 400, 'invalid access');
  });

  inAllRun(() => {
    it('R§12.1 the caps count every key', async () => {
      const own = await service.makeAccount();
      const ofOwn = await service.makeSite(own);
      const mint = (access: string): Promise<Answer> => own.call('POST', `/sites/${ofOwn.id}/tokens?access=${access}`);
      (await mint('send')).as(201, mintedSiteKeyShape);
      (await mint('read')).refused(409, 'two active keys already — revoke one before minting another');
      const { id } = await service.makeGroup(own);
      const body = { access: 'read' };
      for (let n = 0; n < 10; n += 1) await service.makeGroupKey(own, { id }, body);
      (await own.call('POST', `/groups/${id}/keys`)).refused(
        409,
        'ten active group keys already — revoke one before minting another',
      );
      const other = await service.makeAccount();
      for (let n = 1; n < 10; n += 1) await service.makeAccountKey(other, body);
      (await operator('POST', `/accounts/${other.id}/keys`)).refused(
        409,
        'ten active account keys already — revoke one before minting another',
      );
    });
  });

  it('R§12.1 the record says the access where it is not full', async () => {
    const own = await service.makeAccount();
    const made = (await operator('POST', `/accounts/${own.id}/sites?access=send`, siteBody())).as(
      201,
      createdSiteShape,
    );
    await own.call('POST', `/sites/${made.site_id}/tokens?access=read`);
    const ofGroup = await service.makeGroup(own);
    await service.makeGroupKey(own, ofGroup, { access: 'read' });
    await service.makeAccountKey(own, { access: 'read' });
    const { actions } = (await operator('GET', `/actions?account_id=${own.id}`)).as(
      200,
      z.object({ actions: z.array(actionShape), next_cursor: z.string() }),
    );
    expect(actions.map(({ action, detail }) => [action, detail?.['access']])).toEqual([
      ['account_key.create', 'read'],
      ['group_key.create', 'read'],
      ['group.create', undefined],
      ['site_key.create', 'read'],
      ['site.create', 'send'],
      ['account_key.create', undefined],
      ['account.create', undefined],
    ]);
  });

  it('R§12.1 no statement gives an account key or a group key the access to send', async () => {
    for (const table of ['account_key', 'group_key'])
      await expect(service.db.work.query(`UPDATE ${table} SET access = 'send'`)).rejects.toThrow(
        `${table}_access_check`,
      );
  });
});
