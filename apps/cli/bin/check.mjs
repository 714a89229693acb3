import { availableParallelism } from 'node:os';

import { judgeBudget } from './budget.mjs';
import { judgeMeasures } from './measures.mjs';
import { runNode } from './processes.mjs';
import { declared, removeStale, setUp } from './setup.mjs';

// Lint is as long as the other steps together, so they share the cores: half of them for lint.
// Each of its threads judges types again: two take 28 s of processor time where one takes 20.
// Without a collection below this much memory it takes 5 s less, and no more memory than before.
const lintSettings = {
  GOMAXPROCS: String(Math.max(1, Math.floor(availableParallelism() / 2))),
  GOGC: 'off',
  GOMEMLIMIT: '2GiB',
};
// Timeouts are safety nets: a busy machine lints for minutes.
const lint = () =>
  runNode('node_modules/oxlint/bin/oxlint', ['--deny-warnings'], {
    output: 'capture',
    timeoutSeconds: 900,
    env: lintSettings,
  });
const formatted = () =>
  runNode('node_modules/oxfmt/bin/oxfmt', ['--check'], { output: 'capture', timeoutSeconds: 300 });
const unused = () =>
  runNode('node_modules/knip/bin/knip.js', [], { output: 'capture', timeoutSeconds: 900, env: { CI: 'true' } });
// One checker for each project, because each judges the shared types again: 12 s of processor time
// for all projects, where four checkers take 19.
const compile = (projects) =>
  runNode('node_modules/typescript/bin/tsc', ['-b', '--checkers', '1', ...projects], { output: 'capture' });

/**
 * Checks types, lint, format, unused code, what tests judge, and the size of the house, beside each
 * other; prints a line for each, with its time. `-u` lowers the list of sizes to what is there.
 * Resolves to a list of `{ name, ok }`.
 */
export async function check(args = []) {
  await setUp({ build: false });
  // Lint reads the declarations that the compiler writes; the other two read sources only.
  const declarations = compile(declared).then(removeStale);
  const afterDeclarations = (name, work) => declarations.then(() => step(name, work));
  return Promise.all([
    // Repeats the errors of the first compilation, whose result is therefore not asked.
    afterDeclarations('types', () => compile([])),
    afterDeclarations('lint', lint),
    step('format', formatted),
    step('unused', unused),
    step('tests judge no measure', judgeMeasures),
    step('budget', () => judgeBudget({ update: args.includes('-u') })),
  ]);
}

/** Formats the given files, or all of them. Resolves to the exit code. */
export async function format(files) {
  await setUp({ build: false });
  const { code } = await runNode('node_modules/oxfmt/bin/oxfmt', files, { output: 'inherit' });
  return code ?? 1;
}

async function step(name, work) {
  const started = performance.now();
  const { code, output } = await work();
  const ok = code === 0;
  if (!ok) console.log(output.trimEnd());
  console.log(`${ok ? '✓' : '✗'} ${name} ${((performance.now() - started) / 1000).toFixed(1)} s`);
  return { name, ok };
}
