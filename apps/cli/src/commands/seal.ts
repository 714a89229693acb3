import { rotateSealKey, type Actor } from '@goal/core';
import { Command } from 'commander';

import { say, sayJson } from '../terminal.ts';
import { withCore } from '../with-core.ts';

const actor: Actor = { kind: 'cli', name: 'goal seal' };

/** `goal seal rotate`: replaces the key that seals cursors and tail positions (rulings §6.4). */
export function sealCommand(): Command {
  return new Command('seal').description('manage the key that seals cursors and tail positions').addCommand(rotate());
}

function rotate(): Command {
  return new Command('rotate')
    .description('make a new key; cursors of the previous key stay valid until the next rotation')
    .option('--json', 'print one JSON object: {"rotated": true}')
    .addHelpText('after', '\nExample:\n  goal seal rotate')
    .action(async ({ json }: { json?: true }) => {
      await withCore(({ core }) => rotateSealKey(core, actor));
      if (json) return sayJson({ rotated: true });
      say('Every server uses the new key within a minute. To invalidate all earlier cursors, rotate once more.');
    });
}
