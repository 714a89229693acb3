import type { ContractRules } from './contract-rules.ts';

/** The pages of docs/decisions by their numbers: the name of the file without its ending. */
export type DecisionPages = ReadonlyMap<string, string>;

/** A number and the words behind it, as in the name of the page: `006-authentications`. */
export function decisionPages(paths: readonly string[]): DecisionPages {
  return new Map(
    paths.flatMap((file) => {
      const [, name, number] = /^docs\/decisions\/((\d{3})-[\w-]+)\.md$/.exec(file) ?? [];
      return name === undefined || number === undefined ? [] : [[number, name] as const];
    }),
  );
}

/**
 * What is wrong with the citations of decisions in a text. A document says
 * `decision 006, authentications`: the number, and the words of the page's name. Source names the
 * page's path, which holds both.
 */
export function wrongDecisions(text: string, pages: DecisionPages, { isSource }: { isSource: boolean }): string[] {
  const plain = text.replace(/\s+/g, ' ');
  const named = [...plain.matchAll(/\bdecisions? (\d{3})(.{0,60})/gi)].flatMap(([whole, number = '', behind = '']) => {
    if (isSource) return [`«${whole}»: name the page's path`];
    const page = pages.get(number);
    if (page === undefined) return [`«${whole}»: no such page`];
    const words = `, ${page.slice(4).replaceAll('-', ' ')}`;
    return behind.toLowerCase().startsWith(words) ? [] : [`«${whole}»: say «decision ${number}${words}»`];
  });
  const linked = [...text.matchAll(/decisions\/(\d{3}[\w-]*)(\.md)?/g)].flatMap(([whole, name = '', ending]) =>
    ending !== undefined && pages.get(name.slice(0, 3)) === name ? [] : [`«${whole}»: no such page`],
  );
  const bare = [...plain.matchAll(/\((\d{3})(?=[;,) ])(?!, ?\d)/g)].flatMap(([whole, number = '']) =>
    pages.has(number) ? [`«${whole}»: name decision ${number} in full`] : [],
  );
  return [...named, ...linked, ...bare];
}

const where = String.raw`§\d+(?:\.\d+)?(?: (?:rule|effect)s? \d+(?:(?:, | and | to )\d+(?![\d.]))*)?`;
const list = String.raw`${where}(?:(?:, | and | to )${where})*`;
const citation = new RegExp(String.raw`(interface\.md|rulings(?:\.md)?) (${list})`, 'gi');

/**
 * What is wrong with the clauses that a comment cites (`interface.md §4 rule 3`, `rulings §2.5`).
 * Sections of an RFC are named with its number.
 */
export function wrongClauses(comment: string, rules: ContractRules): string[] {
  const wrong: string[] = [];
  const rest = comment
    .replace(/\s+/g, ' ')
    .replace(/\bRFC \d+ §\d+(\.\d+)*/g, '')
    .replace(/\b([IR])§(\d+)(?:\.R?(\d+))?/g, (whole, document: string, section: string, rule: string | undefined) => {
      if (!rules.has(document === 'I' ? 'interface.md' : 'rulings', section, rule))
        wrong.push(`«${whole}»: no such clause`);
      return '';
    })
    .replace(citation, (whole, document: string, cited: string) => {
      for (const [, section = '', ruling, numbers] of cited.matchAll(
        /§(\d+)(?:\.(\d+))?((?: (?:rule|effect)s? )[^§]*)?/g,
      )) {
        const cites = [ruling, ...(numbers?.match(/\d+/g) ?? [])].filter((rule) => rule !== undefined);
        for (const rule of cites.length === 0 ? [undefined] : cites) {
          if (!rules.has(document.toLowerCase().replace(/s\.md$/, 's'), section, rule))
            wrong.push(`«${whole}»: no such clause`);
        }
      }
      return '';
    });
  if (rest.includes('§'))
    wrong.push(`«${rest.slice(Math.max(0, rest.indexOf('§') - 30)).slice(0, 60)}»: of which document?`);
  return wrong;
}

/** Paths that say which file they mean by an ending. */
const withEnding =
  /(?<![\w./*@:-])((?:\.{0,2}\/)?(?:(?:\([\w-]+\)|\[[\w.]+\]|[\w.-]+)\/)*[\w-][\w.-]*\.(?:ts|tsx|mjs|md|prisma|php))(?![\w/*])/g;
/** Paths of folders, or of files without their ending. */
const fromRoom = /(?<![\w./*@:-])((?:apps|packages|docs|e2e|prisma)\/[\w][\w./-]*[\w])(?![\w*])/g;
const fromRoomInCode = /`((?:core|api|db|contract|client|console|server|cli|bench)\/[\w][\w./-]*[\w])`/g;
/** What a build or another program writes, and names that stand for any of a kind. */
const notHeld = /(^|\/)(node_modules|dist)(\/|$)|^wp-[\w-]+\.php$|[A-Z]{4}\.json$/;

/** The paths in a comment or document that lead to no file or folder of the repository. */
export function wrongPaths(text: string, known: KnownPaths): string[] {
  const plain = text.replace(/npm test -- \S+/g, ''); // any part of a path serves there
  const found = [withEnding, fromRoom, fromRoomInCode].flatMap((pattern) =>
    [...plain.matchAll(pattern)].map(([, cited = '']) => cited),
  );
  return [...new Set(found)]
    .filter((cited) => !known.has(cited) && !notHeld.test(cited))
    .map((cited) => `«${cited}»: no such file`);
}

export type KnownPaths = { has(cited: string): boolean };

/**
 * Knows the repository's paths by any of their ends, with and without `src` and the ending:
 * `packages/core/src/tail/bell.ts` is also `core/tail/bell`, `tail/bell.ts` and `bell.ts`.
 */
export function knownPaths(paths: readonly string[]): KnownPaths {
  const ends = new Set<string>();
  const add = (parts: readonly string[]): void => {
    for (let from = 0; from < parts.length; from += 1) ends.add(parts.slice(from).join('/'));
  };
  for (const file of paths) {
    const parts = file.split('/');
    for (let length = 1; length <= parts.length; length += 1) {
      const some = parts.slice(0, length);
      const last = some.at(-1) ?? '';
      const bare = [...some.slice(0, -1), last.replace(/\.\w+$/, '')];
      for (const one of [some, bare]) {
        add(one);
        add(one.filter((part) => part !== 'src'));
      }
    }
  }
  return { has: (cited) => ends.has(cited.replace(/^(\.{1,2}\/)+|^\//, '')) };
}

/** Sources of knowledge that no reader of the repository has. */
export function outsideCitations(comment: string): string[] {
  return [...comment.matchAll(/\bissues? (?:«[^»]*»|#?\d+)/gi)].map(([whole]) => `«${whole}»: not in the repository`);
}
