import { runNode } from './processes.mjs';
import { removeStale, setUp } from './setup.mjs';

// Timeouts are safety nets: a busy machine lints for minutes.
const lint = () =>
  runNode('node_modules/oxlint/bin/oxlint', ['--deny-warnings'], { output: 'capture', timeoutSeconds: 900 });
const formatted = () =>
  runNode('node_modules/oxfmt/bin/oxfmt', ['--check'], { output: 'capture', timeoutSeconds: 300 });
const unused = () =>
  runNode('node_modules/knip/bin/knip.js', [], { output: 'capture', timeoutSeconds: 900, env: { CI: 'true' } });
const types = async () => {
  const result = await runNode('node_modules/typescript/bin/tsc', ['-b'], { output: 'capture' });
  removeStale();
  return result;
};

/**
 * Checks types, lint, format and unused code; prints a line for each, with its time. Resolves to a
 * list of `{ name, ok }`.
 */
export async function check() {
  await setUp({ build: false });
  // Lint waits for the compiler, whose declarations it reads; the other two read sources only.
  const typed = step('types', types);
  return Promise.all([typed, typed.then(() => step('lint', lint)), step('format', formatted), step('unused', unused)]);
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
