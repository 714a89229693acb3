import { rotateSealKey, type Actor } from '@goal/core';
import { Command } from 'commander';

import { withCore } from '../with-core.ts';

const actor: Actor = { kind: 'cli', name: 'goal seal' };

/** `goal seal rotate`: the key that seals cursors and positions of tails (rulings §6.4). */
export function sealCommand(): Command {
  return new Command('seal').description('the key that seals cursors and positions of tails').addCommand(rotate());
}

function rotate(): Command {
  return new Command('rotate')
    .description('make a new key; cursors of the key before stay good until the next rotation')
    .option('--json', 'print one JSON object: {"rotated": true}')
    .addHelpText('after', '\nExample:\n  goal seal rotate')
    .action(async ({ json }: { json?: true }) => {
      await withCore(({ core }) => rotateSealKey(core, actor));
      console.log(
        json
          ? JSON.stringify({ rotated: true })
          : 'A new key seals from now on, on every server within a minute. To make all earlier cursors invalid, rotate once more.',
      );
    });
}
