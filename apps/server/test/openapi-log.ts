import type { Account, Answer, Site, TestService } from './harness.ts';

type Act = (service: TestService) => Promise<Answer>;

/** An account with a site that has one event, which is in the log. */
async function logged(service: TestService): Promise<{ account: Account; site: Site; event: number }> {
  const account = await service.makeAccount();
  const site = await service.makeSite(account);
  return { account, site, event: await service.logEvent(account, site) };
}

/** A success for every operation on the signed log. */
export const logSuccesses: Record<string, Act> = {
  'GET /account/log': async (on) => (await on.makeAccount()).call('GET', '/log'),
  'GET /account/log/checkpoint': async (on) => (await on.makeAccount()).call('GET', '/log/checkpoint'),
  'GET /account/log/consistency': async (on) => (await on.makeAccount()).call('GET', '/log/consistency?from=1'),
  'GET /account/log/tile/{level}/{index}': async (on) =>
    (await on.makeAccount()).call('GET', '/log/tile/entries/000.p/1'),
  'GET /account/log/bundle': async (on) => (await on.makeAccount()).call('GET', '/log/bundle'),
  async 'GET /account/events/{id}/proof'(on) {
    const { account, event } = await logged(on);
    return account.call('GET', `/events/${event}/proof`);
  },
  async 'GET /events/{id}/proof'(on) {
    const { site, event } = await logged(on);
    return site.call('GET', `/events/${event}/proof`);
  },
  'GET /log/bundle': async (on) => (await logged(on)).site.call('GET', '/log/bundle'),
  'GET /log-keys': (on) => on.call('GET', '/log-keys'),
};
