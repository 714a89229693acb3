import { adminScopes, DomainError, parseToken, requiredName, type AdminScope } from '@goal/contract';
import { createAdminToken, listAdminTokens, revokeAdminToken, type Actor } from '@goal/core';
import { Command, InvalidArgumentError, Option } from 'commander';

import { Refusal } from '../refusal.ts';
import { withCore } from '../with-core.ts';

const actor: Actor = { kind: 'cli', name: 'goal admin-token' };
const jsonOption = '--json';

/** `goal admin-token create|list|revoke` (rulings §8, §9.1): the tokens of operators. Shown once; only a hash is stored. */
export function adminTokenCommand(): Command {
  return new Command('admin-token')
    .description('make, list and revoke the tokens of operators')
    .addCommand(createCommand())
    .addCommand(listCommand())
    .addCommand(revokeCommand());
}

function createCommand(): Command {
  return new Command('create')
    .description('make a token for the operator API; it is shown this once')
    .requiredOption('--name <name>', 'whose it is, at most 200 characters; no other active token may have it', nameOf)
    .addOption(new Option('--scope <scope>', 'what it may do').choices(adminScopes).makeOptionMandatory())
    .option(jsonOption, 'print one JSON object: {"token", "prefix", "name", "scope"}')
    .addHelpText('after', '\nExample:\n  goal admin-token create --name support --scope admin:read')
    .action(async ({ json, ...input }: { name: string; scope: AdminScope; json?: true }) => {
      const made = await withCore(({ core }) => createAdminToken(core, actor, input));
      if (json) return console.log(JSON.stringify(made));
      console.log(`${made.token}\n\nThe token "${made.name}" with ${made.scope}: keep it, it is not shown again.`);
      console.log(`To revoke it: npm run -s goal -- admin-token revoke ${made.prefix}`);
    });
}

function listCommand(): Command {
  return new Command('list')
    .description('list the tokens, active and revoked, newest first')
    .option(jsonOption, 'print one JSON object: {"tokens": [{"prefix", "name", "scope", "created_at", …}]}')
    .addHelpText('after', '\nExample:\n  goal admin-token list')
    .action(async ({ json }: { json?: true }) => {
      const tokens = await withCore(({ core }) => listAdminTokens(core));
      if (json) return console.log(JSON.stringify({ tokens }));
      if (tokens.length === 0)
        return console.log('There is no admin token yet: npm run -s goal -- admin-token create --help');
      for (const { prefix, scope, name, created_at, last_used_at, revoked_at } of tokens) {
        const state = revoked_at === null ? `last used ${last_used_at ?? 'never'}` : `revoked ${revoked_at}`;
        console.log(`${prefix}  ${scope.padEnd(11)}  made ${created_at}  ${state}  ${name}`);
      }
    });
}

function revokeCommand(): Command {
  return new Command('revoke')
    .description('revoke a token; it stops working within a second')
    .argument('<prefix>', 'its eight characters, as list shows them', prefixOf)
    .option(jsonOption, 'print one JSON object: {"prefix", "revoked": true}')
    .addHelpText('after', '\nExample:\n  goal admin-token revoke k3v9x2ab')
    .action(async (prefix: string, { json }: { json?: true }) => {
      await withCore(({ core }) => revokeAdminToken(core, actor, prefix)).catch((error: unknown) => {
        if (!(error instanceof DomainError && error.code === 'not_found')) throw error;
        throw new Refusal(
          `No active admin token has the prefix ${prefix}: npm run -s goal -- admin-token list shows them.`,
        );
      });
      console.log(json ? JSON.stringify({ prefix, revoked: true }) : `Revoked ${prefix}.`);
    });
}

/** rulings §5.2: trimmed, 1 to 200 code points. */
function nameOf(text: string): string {
  const name = requiredName.safeParse(text);
  if (name.success) return name.data;
  throw new InvalidArgumentError(name.error.issues.map((issue) => issue.message).join(', '));
}

/** A whole token is taken for its prefix, and what is neither is not repeated: it may be a secret. */
function prefixOf(text: string): string {
  if (/^[a-z0-9]{8}$/.test(text)) return text;
  const token = parseToken(text);
  if (token?.kind !== 'operator')
    throw new Refusal('PREFIX is eight characters: npm run -s goal -- admin-token list shows them.');
  return token.prefix;
}
