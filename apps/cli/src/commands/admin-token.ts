import {
  adminScopes,
  DomainError,
  parseToken,
  requiredName,
  visible,
  type AdminScope,
  type AdminTokenView,
} from '@goal/contract';
import { createAdminToken, listAdminTokens, revokeAdminToken, type Actor, type Core } from '@goal/core';
import { Command, InvalidArgumentError, Option } from 'commander';

import { reasonOption } from '../reason.ts';
import { Refusal } from '../refusal.ts';
import { say, sayJson, sayLine } from '../terminal.ts';
import { withCore } from '../with-core.ts';

const actor: Actor = { kind: 'cli', name: 'goal admin-token' };
const jsonOption = '--json';

/** `goal admin-token create|list|revoke` (rulings §8, §9.1): operators' tokens. */
export function adminTokenCommand(): Command {
  return new Command('admin-token')
    .description("create, list and revoke operators' tokens")
    .addCommand(createCommand())
    .addCommand(listCommand())
    .addCommand(revokeCommand());
}

function createCommand(): Command {
  return new Command('create')
    .description('create a token for the operator API and show it once')
    .requiredOption('--name <name>', "the owner's name, at most 200 characters, unique among active tokens", nameOf)
    .addOption(new Option('--scope <scope>', 'what the token may do').choices(adminScopes).makeOptionMandatory())
    .option(jsonOption, 'print one JSON object: {"token", "prefix", "name", "scope"}')
    .addHelpText('after', '\nExample:\n  goal admin-token create --name support --scope admin:read')
    .action(async ({ json, ...input }: { name: string; scope: AdminScope; json?: true }) => {
      const created = await withCore(({ core }) => createAdminToken(core, actor, input));
      if (json) return sayJson(created);
      say(`${created.token}\n\nThe token "${visible(created.name)}" with scope ${created.scope}.`);
      say('Store it safely: it is not shown again.');
      say(`To revoke it: npm run -s goal -- admin-token revoke ${created.prefix}`);
    });
}

function listCommand(): Command {
  return new Command('list')
    .description('list the tokens, active and revoked, newest first')
    .option(jsonOption, 'print one JSON object: {"tokens": [{"prefix", "name", "scope", "created_at", …}]}')
    .addHelpText('after', '\nExample:\n  goal admin-token list')
    .action(async ({ json }: { json?: true }) => {
      const tokens = await withCore(({ core }) => everyToken(core));
      if (json) return sayJson({ tokens });
      if (tokens.length === 0)
        return say('There are no admin tokens yet. To create one: npm run -s goal -- admin-token create --help');
      for (const { prefix, scope, name, created_at, last_used_at, revoked_at } of tokens) {
        const state = revoked_at === null ? `last used ${last_used_at ?? 'never'}` : `revoked ${revoked_at}`;
        sayLine(`${prefix}  ${scope.padEnd(11)}  created ${created_at}  ${state}  ${name}`);
      }
    });
}

async function everyToken(core: Core): Promise<AdminTokenView[]> {
  const tokens: AdminTokenView[] = [];
  let after: Awaited<ReturnType<typeof listAdminTokens>>['next'];
  do {
    const page = await listAdminTokens(core, { limit: 200, after });
    tokens.push(...page.tokens);
    after = page.next;
  } while (after !== undefined);
  return tokens;
}

function revokeCommand(): Command {
  return new Command('revoke')
    .description('revoke a token; it stops working within a second')
    .argument('<prefix>', 'the eight characters that the list shows', prefixOf)
    .addOption(reasonOption())
    .option(jsonOption, 'print one JSON object: {"prefix", "revoked": true}')
    .addHelpText('after', '\nExample:\n  goal admin-token revoke k3v9x2ab')
    .action(async (prefix: string, { json, reason }: { json?: true; reason?: string }) => {
      await withCore(({ core }) => revokeAdminToken(core, { ...actor, reason }, prefix)).catch((error: unknown) => {
        if (!(error instanceof DomainError && error.code === 'not_found')) throw error;
        throw new Refusal(
          `No active admin token has the prefix ${prefix}. To list them: npm run -s goal -- admin-token list`,
        );
      });
      if (json) sayJson({ prefix, revoked: true });
      else say(`Revoked ${prefix}.`);
    });
}

/** rulings §5.2: trimmed, 1 to 200 code points. */
function nameOf(text: string): string {
  const name = requiredName.safeParse(text);
  if (name.success) return name.data;
  throw new InvalidArgumentError(name.error.issues.map((issue) => issue.message).join(', '));
}

/** Takes the prefix of a whole token too. Does not repeat invalid text, which may be a secret. */
function prefixOf(text: string): string {
  if (/^[a-z0-9]{8}$/.test(text)) return text;
  const token = parseToken(text);
  if (token?.kind !== 'operator')
    throw new Refusal('PREFIX must be eight characters. To list the tokens: npm run -s goal -- admin-token list');
  return token.prefix;
}
