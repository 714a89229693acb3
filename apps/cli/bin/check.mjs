import { runNode } from './processes.mjs';
import { removeStale, setUp } from './setup.mjs';

// The linter once ran for a quarter of an hour because a folder of packages was not excluded: hence a limit of its own.
const lint = () => runNode('node_modules/oxlint/bin/oxlint', ['--deny-warnings'], { output: 'capture', seconds: 120 });
const formatted = () => runNode('node_modules/oxfmt/bin/oxfmt', ['--check'], { output: 'capture', seconds: 60 });
const unused = () =>
  runNode('node_modules/knip/bin/knip.js', [], { output: 'capture', seconds: 120, env: { CI: 'true' } });
const types = async () => {
  const result = await runNode('node_modules/typescript/bin/tsc', ['-b'], { output: 'capture' });
  removeStale();
  return result;
};

/** Types, lint, format and unused code, each told in a line with its time. Resolves to `{ name, ok }` of each. */
export async function check() {
  await setUp({ build: false });
  // Lint reads the types of our packages where the compiler writes them; the other two read sources only.
  const typed = step('types', types);
  return Promise.all([typed, typed.then(() => step('lint', lint)), step('format', formatted), step('unused', unused)]);
}

/** Formats the files named, or all. Resolves to the exit code. */
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
