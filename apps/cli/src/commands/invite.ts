import { DomainError, roles, type Role } from '@goal/contract';
import { createAccount, findAccount, handOutInvitation, inviteMember, type Actor, type Core } from '@goal/core';
import { Command, Option } from 'commander';

import { emailOf } from '../email-of.ts';
import { mailerOf } from '../mailer-of.ts';
import { Refusal } from '../refusal.ts';
import { say, sayJson, tell } from '../terminal.ts';
import { withCore } from '../with-core.ts';

const actor: Actor = { kind: 'cli', name: 'goal invite' };
type Options = { account?: string; plan?: string; role: Role; json?: true };

/**
 * `goal invite EMAIL` (rulings §10.25): invites somebody to an account, and makes the account where
 * none is named. The link is shown once; only its hash is stored. With SMTP_URL another link is
 * mailed to the invited e-mail (rulings §10.21).
 */
export function inviteCommand(): Command {
  return new Command('invite')
    .description('invite somebody to the dashboard by a link; without --account it makes an account')
    .argument('<email>', 'who is invited', emailOf)
    .addOption(new Option('--account <id>', 'the account that they join').conflicts('plan'))
    .option('--plan <slug>', 'the plan of the account that it makes (default: free)')
    .addOption(new Option('--role <role>', 'what they may do').choices(roles).default('owner'))
    .option('--json', 'print one JSON object: {"account_id", "email", "role", "link", "mailed", "expires_at"}')
    .addHelpText(
      'after',
      '\nExamples:\n  goal invite you@example.com\n  goal invite mia@example.com --account 0198c0de-… --role viewer',
    )
    .action(async (email: string, { account, plan, role, json }: Options) => {
      const { link, mailed, accountId, expiresAt } = await withCore(async ({ core, env }) => {
        const id = account ?? (await makeAccount(core, { email, plan: plan ?? 'free' }));
        const caller = await findAccount(core, actor, id).catch(orRefuse('not_found', `There is no account ${id}.`));
        const invited = await inviteMember(core, caller, { email, role });
        const mailer = mailerOf(env);
        const { dashboardUrl } = env;
        const onMailFailure = (): void => tell('The mail server does not take the mail: only the link below is valid.');
        const handedOut = await handOutInvitation(core, { dashboardUrl, mailer, onMailFailure }, invited);
        mailer?.close();
        return { ...invited, ...handedOut, accountId: caller.account.id };
      });
      const expires_at = expiresAt.toISOString();
      if (json) return sayJson({ account_id: accountId, email, role, link, mailed, expires_at });
      say(`${link}\n\nThe link lets ${email} join the account ${accountId} as ${role}, once, until ${expires_at}.`);
      say('Send it to nobody else: it is not shown again.');
      if (mailed) say(`Another link was mailed to ${email}. It proves the mailbox; this one does not.`);
    });
}

async function makeAccount(core: Core, { email, plan }: { email: string; plan: string }): Promise<string> {
  try {
    return (await createAccount(core, actor, { email, plan })).id;
  } catch (error) {
    if (!(error instanceof DomainError && error.code === 'account_exists')) throw error;
    const { id } = await core.db.prisma.account.findFirstOrThrow({ where: { email }, select: { id: true } });
    throw new Refusal(`The account of ${email} exists already. To invite to it: goal invite ${email} --account ${id}`, {
      cause: error,
    });
  }
}

/** Turns one refusal of a verb into a sentence for the user. */
function orRefuse(code: string, sentence: string): (error: unknown) => never {
  return (error) => {
    if (error instanceof DomainError && error.code === code) throw new Refusal(sentence, { cause: error });
    throw error;
  };
}
