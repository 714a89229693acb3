import { visible } from '@goal/contract';
import { checkSso, readSsoSettings, type SsoFinding } from '@goal/core';
import { Command } from 'commander';

import { EnvError, readEnv } from '../env.ts';
import { Refusal } from '../refusal.ts';
import { surroundings } from '../surroundings.ts';
import { say, sayJson } from '../terminal.ts';

const marks: Readonly<Record<SsoFinding['state'], string>> = { ok: '✓', note: '!', fault: '✗' };

/** `goal sso check` (rulings §10.14): whether people can sign in at the provider that is set up. */
export function ssoCommand(): Command {
  return new Command('sso').description('check single sign-on').addCommand(check());
}

function check(): Command {
  return new Command('check')
    .description('ask the provider of single sign-on about itself; exit code 1 if nobody could sign in')
    .option('--json', 'print one JSON object: {"findings": [{"about", "state": "ok|note|fault", "sentence"}]}')
    .addHelpText(
      'after',
      '\nIt reads the variables OIDC_… and DASHBOARD_URL, and needs no database. Nobody signs in by it.\nExample:\n  goal sso check',
    )
    .action(async ({ json }: { json?: true }) => {
      const { env } = surroundings();
      const { sso, faults } = readSsoSettings(env);
      if (faults.length > 0) throw new EnvError(faults.join('\n'));
      if (sso === undefined)
        throw new Refusal('Single sign-on is not set up: give OIDC_ISSUER and OIDC_CLIENT_ID, as to the service.');
      const findings = await checkSso(sso, new URL('/api/entry/sso/return', readEnv(env).dashboardUrl).href);
      if (json) sayJson({ findings });
      else say(findings.map(lineOf).join('\n'));
      if (findings.some(({ state }) => state === 'fault')) surroundings().exitCode = 1;
    });
}

const lineOf = ({ about, state, sentence }: SsoFinding): string =>
  `${marks[state]} ${about.padEnd(10)} ${visible(sentence)}`;
