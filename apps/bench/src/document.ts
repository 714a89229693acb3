import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { StartupError } from '@goal/db';

import { chartOf } from './charts.ts';
import { cellsOf, columns } from './report.ts';
import type { RunRecord } from './run.ts';
import { median } from './statistics.ts';

/**
 * Writes performance.md and its pictures into the folder `docs` from the files of runs. Sections of
 * other runs stay as they are. Throws `StartupError` for a missing file.
 */
export function documentRuns(files: readonly string[], docs: string): void {
  const page = path.join(docs, 'performance.md');
  const sections = existsSync(page) ? sectionsOf(readFileSync(page, 'utf8')) : new Map<string, string>();
  const runs = files.map((file) => {
    if (!existsSync(file))
      throw new StartupError(
        `There is no run ${path.basename(file, '.json')} to document: ${file} is missing. Make the run first.`,
      );
    // The cast trusts the file, which the bench itself wrote.
    return JSON.parse(readFileSync(file, 'utf8')) as RunRecord;
  });
  for (const run of runs) {
    if (hasGoals(run)) writeFileSync(path.join(docs, pictureOf(run)), chartOf(run.results));
    sections.set(run.name, sectionOf(run));
  }
  writeFileSync(page, pageOf(sections));
}

/** A run without goals is a comparison, and has no picture. */
const hasGoals = ({ results }: RunRecord): boolean => results.some(({ goal }) => goal !== undefined);
const pictureOf = ({ name }: RunRecord): string => `pictures/performance-${name}.svg`;

/** The sections of the page, by the name of the run. */
function sectionsOf(page: string): Map<string, string> {
  const [, ...sections] = page.split(/(?=\n## )/);
  return new Map(sections.map((section) => [/^\n## (.*)\n/.exec(section)?.[1] ?? '', section]));
}

function pageOf(sections: ReadonlyMap<string, string>): string {
  return `# Performance: measured beside its limits

\`npm run -s bench -- document ${[...sections.keys()].join(' ')}\`
wrote this page from the last runs; do not edit it by hand. Run \`npm run -s bench -- SIZE\` and \`npm run soak\` to
repeat them. Each row compares the running service with its limiting factor: the two alternate in one run on the same
cores. Compare the ratios, because milliseconds and events per second depend on the machine. «Spread» runs from the best
to the worst round, and the verdict is that of the median round. Rate limits are on throughout.
${[...sections.values()].join('')}`;
}

function sectionOf(run: RunRecord): string {
  const { name, at, minutes, machine, busyCores, results } = run;
  const { cpu, cores, memoryGb, os, node, postgres } = machine;
  const busy = `${median(busyCores).toFixed(1)} (at most ${Math.max(...busyCores).toFixed(1)})`;
  const table = [columns, columns.map(() => '---'), ...results.map(cellsOf)];
  return `
## ${name}

${at.slice(0, 10)}, ${minutes.toFixed(0)} minutes. ${cores} cores (${cpu}), ${memoryGb} GB, ${os}, Node ${node}, PostgreSQL ${postgres}.
Other work on the machine, sampled before each measure: ${busy} cores.
${hasGoals(run) ? `\n![Ratios beside their goals](${pictureOf(run)})\n` : ''}
${table.map((row) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`).join('\n')}
`;
}
