import { caches, run } from './processes.mjs';
import { PNPM } from './setup.mjs';

/**
 * Asks the registry for known vulnerabilities of the packages in the lock file and prints them
 * (docs/decisions/001-toolchain.md). Resolves to the exit code: 1 where there is one, 0 where
 * there is none or the registry does not answer.
 */
export async function audit() {
  const { output } = await run('npx', ['--yes', '--prefer-offline', PNPM, 'audit', '--json'], {
    env: { npm_config_loglevel: 'error', ...caches() },
    output: 'capture',
    timeoutSeconds: 120,
  });
  const { sentences, code } = readAudit(output);
  console.log(sentences.join('\n'));
  return code;
}

/** Turns an answer of `pnpm audit --json` into sentences and the exit code. */
export function readAudit(output) {
  const advisories = advisoriesIn(output);
  if (advisories === undefined) {
    const why = (/responded with \d+/.exec(output) ?? /\bE[A-Z_]{4,}\b/.exec(output))?.[0] ?? 'no list came';
    return { code: 0, sentences: [`The registry does not tell known vulnerabilities (${why}): none was looked for.`] };
  }
  if (advisories.length === 0)
    return { code: 0, sentences: ['The registry knows no vulnerability of these packages.'] };
  return {
    code: 1,
    sentences: advisories.map(
      ({ severity, module_name: name, vulnerable_versions: versions, title, url }) =>
        `${severity}: ${name} ${versions}: ${title} (${url})`,
    ),
  };
}

function advisoriesIn(output) {
  const start = output.search(/^\{/m);
  try {
    const { advisories } = JSON.parse(output.slice(start < 0 ? output.length : start));
    return advisories === undefined ? undefined : Object.values(advisories);
  } catch {
    return undefined;
  }
}
