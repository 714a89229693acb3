import { statusLines, visible, type StatusView } from '@goal/contract';
import { getStatus } from '@goal/core';
import { Command } from 'commander';

import { surroundings } from '../surroundings.ts';
import { say, sayJson } from '../terminal.ts';
import { withCore } from '../with-core.ts';

/** `goal status` (rulings §9.1): one screen; exit code 1 if anything needs attention. */
export function statusCommand(): Command {
  return new Command('status')
    .description('show one screen for the operator on call; exit code 1 if anything needs attention')
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  goal status')
    .action(async ({ json }: { json?: true }) => {
      const status = await withCore(({ core }) => getStatus(core));
      if (json) sayJson(status);
      else say(screenOf(status));
      if (status.concerns.length > 0) surroundings().exitCode = 1;
    });
}

function screenOf(status: StatusView): string {
  const screen = statusLines(status)
    .flatMap(([label, lines]) => lines.map((line, at) => `${(at === 0 ? label : '').padEnd(11)} ${visible(line)}`))
    .join('\n');
  const { concerns } = status;
  return `${screen}\n\n${concerns.length === 0 ? 'All is well.' : concerns.map((one) => `! ${visible(one)}`).join('\n')}`;
}
