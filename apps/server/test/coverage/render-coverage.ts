import type { Clause } from './contract-ids.ts';
import type { ShownBy } from './test-titles.ts';

const heading = `# What shows each clause of the contract

Every clause of [interface.md](../docs/contract/interface.md) and [rulings.md](../docs/contract/rulings.md) that can be tested has an id, and the titles
of the tests that show it begin with that id. Each run of \`apps/server/test/coverage/coverage.test.ts\` writes this page; the test fails for a clause
without a test and for a title with an id that no clause has.

Ids: \`I§7 400 invalid domain\` is a row of a table of interface.md, named by its section and what tells it apart: a transition (\`I§3 paused→active\`),
method and path (\`I§4 GET /me\`), a query parameter (\`I§4 ?limit\`), a credential (\`I§5 Site key\`), a limit (\`I§8 Page size\`), or status and message up
to its dash (\`I§7 409 two active keys already\`). The second row of one name is \`#2\`, and so on, in the order of the document: \`I§4 GET /events #2\` is the
read API's, and the rows of \`I§7 404 not found\` are #1 (without the sign) site, #2 group, #3 group key out of its group, #4 group key prefix,
#5 account, #6 account id that is no UUID. \`I§4.R1\` is a numbered rule. \`R§2.1\` is a numbered ruling; \`R§4 starter\` a plan; \`R§8 GET /admin/accounts\` a route and
\`R§8.b1\` a bullet of rulings §8.
`;

/** Renders the page about all clauses: each with the start of its sentence, and its tests. */
export function renderCoverage(
  clauses: readonly Clause[],
  shown: ReadonlyMap<string, readonly ShownBy[]>,
  withoutTest: Readonly<Record<string, string>>,
): string {
  const lines = clauses.flatMap((clause) => {
    const by = shown.get(clause.id);
    return [
      `- \`${clause.id}\` ${startOf(clause)}`,
      ...(by ?? []).map(({ file, title }) => `  - ${file}: ${title.replaceAll('\n', ' ')}`),
      ...(by === undefined ? [`  - no test: ${withoutTest[clause.id] ?? 'missing'}`] : []),
    ];
  });
  return `${heading}\n${lines.join('\n')}\n`;
}

/** Cuts a sentence to a length that still identifies it. */
function startOf({ text }: Clause): string {
  const plain = text.replaceAll('**', '');
  return plain.length <= 100 ? plain : `${plain.slice(0, 100).replace(/\s+\S*$/, '')} …`;
}
