import { escapeHtml } from './html.ts';
import { home, pages, pathOf, sections, type Page } from './pages.ts';
import type { Heading, Rendered } from './render.ts';

export type Shell = { root: string; titleOf: (page: Page) => string };

/**
 * A complete page around the rendered text: contents, headings, and neighbouring pages. Without
 * scripts it only lacks the search and the copy buttons.
 */
export function layout(page: Page, { title, html, headings }: Rendered, { root, titleOf }: Shell): string {
  const at = pages.indexOf(page);
  const neighbours = [
    page === home ? undefined : link(pages[at - 1] ?? home, 'Previous: '),
    link(pages[at + 1], 'Next: '),
  ].filter((one) => one !== undefined);
  function link(to: Page | undefined, before = ''): string | undefined {
    if (to === undefined) return undefined;
    const here = to === page ? ' aria-current="page"' : '';
    return `<a href="${pathOf(to, root)}"${here}>${before}${escapeHtml(titleOf(to))}</a>`;
  }
  const contents = sections.map(
    (section) => `<h2>${section.title}</h2>\n<ul>${section.pages.map((one) => `<li>${link(one)}</li>`).join('')}</ul>`,
  );
  return `${head(`${title} · Goal`, root, `<script src="${root}/assets/docs.js" defer></script>`)}
<body>
<a class="skip" href="#main">Skip to the page</a>
<header><a class="brand" href="${root}">Goal <span>documentation</span></a>
${search(root)}
<nav aria-label="Documentation"><a class="small" href="#contents">Contents</a> <a href="${root}/reference">API reference</a></nav></header>
<div class="columns">
<main id="main" tabindex="-1"><article>
${html}</article>
<nav class="neighbours" aria-label="Neighbouring pages">${neighbours.join(' ')}</nav></main>
${onThisPage(headings)}
<nav id="contents" class="contents" aria-label="Contents"><ul><li>${link(home)}</li><li><a href="${root}/reference">API reference</a></li></ul>
${contents.join('\n')}</nav>
</div>
</body>
</html>
`;
}

/** The script shows the form, because it does nothing without it. */
const search = (
  root: string,
): string => `<form class="search" role="search" data-index="${root}/assets/search.json" hidden>
<input type="search" placeholder="Search the guides ( / )" aria-label="Search the guides" autocomplete="off" spellcheck="false" maxlength="100">
<div class="found" hidden><p role="status"></p><ul></ul></div></form>`;

function onThisPage(headings: readonly Heading[]): string {
  const parts = headings.filter(({ depth }) => depth === 2);
  if (parts.length < 2) return '';
  const items = parts.map(({ id, text }) => `<li><a href="#${id}">${escapeHtml(text)}</a></li>`);
  return `<nav class="here" aria-label="On this page"><p>On this page</p><ul>${items.join('')}</ul></nav>`;
}

/** The page of the interactive reference, which two scripts draw. */
export function referencePage(root: string, document: string): string {
  return `${head('API reference · Goal', root)}
<body class="reference">
<header><a class="brand" href="${root}">Goal <span>documentation</span></a></header>
<div id="reference" data-document="${document}"></div>
<noscript><p>The interactive reference needs JavaScript. The same document as a file: <a href="${document}">openapi.json</a></p></noscript>
<script src="${root}/assets/scalar.js"></script>
<script src="${root}/assets/reference.js"></script>
</body>
</html>
`;
}

/** The head of a page, up to its body. */
export const head = (title: string, root: string, more = ''): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${root}/assets/docs.css">
${more}</head>`;
