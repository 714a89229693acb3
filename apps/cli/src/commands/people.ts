import {
  findPersonByEmail,
  listPeople,
  removePerson,
  resetPerson,
  type Actor,
  type Core,
  type ListedPerson,
} from '@goal/core';
import { Command } from 'commander';

import { knownEmailOf } from '../email-of.ts';
import { reasonOption } from '../reason.ts';
import { Refusal } from '../refusal.ts';
import { say, sayJson, sayLine } from '../terminal.ts';
import { withCore } from '../with-core.ts';

const actor: Actor = { kind: 'cli', name: 'goal people' };

/** `goal people list|reset|remove` (rulings §10.25): who signs in to the dashboard. */
export function peopleCommand(): Command {
  return new Command('people')
    .description('list the people who sign in to the dashboard, make a new way in for one, remove one')
    .addCommand(listCommand())
    .addCommand(resetCommand())
    .addCommand(removeCommand());
}

function listCommand(): Command {
  return new Command('list')
    .description('list the people, newest first')
    .option('--json', 'print one JSON object: {"people": [{"id", "email", "name", "accounts", "seen_at", …}]}')
    .addHelpText('after', '\nExample:\n  goal people list')
    .action(async ({ json }: { json?: true }) => {
      const people = await withCore(({ core }) => everybody(core));
      if (json) return sayJson({ people });
      if (people.length === 0)
        return say('Nobody signs in yet. To invite somebody: npm run -s goal -- invite you@example.com');
      for (const { email, accounts, email_proven_at, seen_at, name } of people) {
        const proven = email_proven_at === null ? 'e-mail not proven' : 'e-mail proven';
        const count = `${accounts} ${accounts === 1 ? 'account' : 'accounts'}`;
        sayLine(`${email}  ${count}  ${proven}  last seen ${seen_at ?? 'never'}${name === null ? '' : `  ${name}`}`);
      }
    });
}

async function everybody(core: Core): Promise<ListedPerson[]> {
  const people: ListedPerson[] = [];
  let after: Awaited<ReturnType<typeof listPeople>>['next'];
  do {
    const page = await listPeople(core, { limit: 200, after });
    people.push(...page.people);
    after = page.next;
  } while (after !== undefined);
  return people;
}

function resetCommand(): Command {
  return new Command('reset')
    .description('end all sessions and ways in of a person, and print a link that sets a new one')
    .argument('<email>', 'the e-mail that they sign in with', knownEmailOf)
    .option('--json', 'print one JSON object: {"email", "link"}')
    .addHelpText('after', '\nExample:\n  goal people reset you@example.com')
    .action(async (email: string, { json }: { json?: true }) => {
      const { link } = await withCore(async ({ core, env }) =>
        // An operator of the server has the database anyway: the link is printed, and never mailed.
        resetPerson(core, { dashboardUrl: env.dashboardUrl, mailer: undefined }, actor, await idOf(core, email)),
      );
      if (json) return sayJson({ email, link });
      say(`${link}\n\nThe link lets ${email} set a new way in, once, within a day.`);
      say('Send it to nobody else: it is not shown again. The owners of their accounts are told.');
    });
}

function removeCommand(): Command {
  return new Command('remove')
    .description('remove a person with their sessions, ways in and memberships; what they did stays recorded')
    .argument('<email>', 'the e-mail that they sign in with', knownEmailOf)
    .addOption(reasonOption())
    .option('--json', 'print one JSON object: {"email", "removed": true}')
    .addHelpText('after', '\nExample:\n  goal people remove you@example.com')
    .action(async (email: string, { json, reason }: { json?: true; reason?: string }) => {
      await withCore(async ({ core }) => removePerson(core, { ...actor, reason }, await idOf(core, email)));
      if (json) sayJson({ email, removed: true });
      else say(`Removed ${email}.`);
    });
}

async function idOf(core: Core, email: string): Promise<string> {
  const person = await findPersonByEmail(core, email);
  if (person !== undefined) return person.id;
  throw new Refusal(`Nobody signs in as ${email}. To list the people: npm run -s goal -- people list`);
}
