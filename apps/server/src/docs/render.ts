import path from 'node:path/posix';

import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import ini from 'highlight.js/lib/languages/ini';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import php from 'highlight.js/lib/languages/php';
import python from 'highlight.js/lib/languages/python';
import yaml from 'highlight.js/lib/languages/yaml';
import { Marked, type Tokens } from 'marked';

import { escapeHtml } from './html.ts';
import { home, pages, pathOf } from './pages.ts';

for (const [name, language] of Object.entries({ bash, ini, javascript, json, php, python, yaml }))
  hljs.registerLanguage(name, language);

/** The languages that a block of code may name, with its highlighter and the title above it. */
const languages: Readonly<Record<string, readonly [colours: string | undefined, title: string]>> = {
  sh: ['bash', 'Shell'],
  js: ['javascript', 'JavaScript'],
  php: ['php', 'PHP'],
  python: ['python', 'Python'],
  console: ['bash', 'Terminal'],
  json: ['json', 'JSON'],
  toml: ['ini', 'TOML'],
  yaml: ['yaml', 'YAML'],
  conf: ['ini', 'Settings'],
  text: [undefined, 'Text'],
};

export type Heading = { id: string; text: string; depth: number };
export type Rendered = { title: string; html: string; headings: Heading[] };

/** The anchor of a heading, made as on GitHub, so that links work there too. */
const anchorOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

/**
 * Renders a page of our own Markdown as HTML. `root` is the address of the documentation's first
 * page. Links to other files of `docs` become links to their pages. Throws for a link to a file
 * that is not a page, and for an unknown language.
 */
export function render(markdown: string, { file, root }: { file: string; root: string }): Rendered {
  const headings: Heading[] = [];
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading): string {
        const plain = text.replaceAll(/[`*]/g, '');
        const anchor = anchorOf(plain);
        const before = headings.filter((one) => anchorOf(one.text) === anchor).length;
        // A changelog has a heading «Added» for each version; the second one becomes `added-1`.
        const id = before === 0 ? anchor : `${anchor}-${before}`;
        headings.push({ id, text: plain, depth });
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link): string {
        return `<a href="${escapeHtml(addressOf(href, file, root))}">${this.parser.parseInline(tokens)}</a>`;
      },
      image({ href, text }: Tokens.Image): string {
        return `<img src="${root}/${escapeHtml(pictureOf(href, file))}" alt="${escapeHtml(text)}">`;
      },
      code({ text, lang = '' }: Tokens.Code): string {
        return codeBlock(text, lang, file);
      },
      table(token: Tokens.Table): string {
        const row = (cells: Tokens.TableCell[], tag: 'th' | 'td'): string =>
          `<tr>${cells.map(({ tokens }) => `<${tag}${tag === 'th' ? ' scope="col"' : ''}>${this.parser.parseInline(tokens)}</${tag}>`).join('')}</tr>`;
        const name = `Table: ${token.header.map(({ text }) => text || '…').join(', ')}`;
        const head = token.header.some(({ text }) => text !== '') ? `<thead>${row(token.header, 'th')}</thead>` : '';
        const body = token.rows.map((cells) => row(cells, 'td')).join('\n');
        return `<div class="wide" tabindex="0" role="region" aria-label="${escapeHtml(name)}"><table>${head}<tbody>${body}</tbody></table></div>\n`;
      },
    },
  });
  const html = marked.parse(markdown, { async: false });
  const title = headings.find(({ depth }) => depth === 1)?.text;
  if (title === undefined) throw new Error(`${file} has no title`);
  return { title, html, headings };
}

function codeBlock(text: string, lang: string, file: string): string {
  const language = languages[lang];
  if (language === undefined) throw new Error(`${file}: a block of code has the unknown language «${lang}»`);
  const [colours, title] = language;
  const html = colours === undefined ? escapeHtml(text) : hljs.highlight(text, { language: colours }).value;
  return `<div class="code"><p>${title}</p><pre tabindex="0"><code>${html}</code></pre></div>\n`;
}

/** Turns `../pictures/log.png` of a guide into its path. Throws for a picture elsewhere. */
function pictureOf(href: string, file: string): string {
  const wanted = path.join(path.dirname(file), href);
  if (!/^pictures\/[\w-]+\.(svg|png)$/.test(wanted)) throw new Error(`${file} shows ${wanted}, which is not a picture`);
  return wanted;
}

/** Turns `keys.md#rotation` into `/v1/goal/docs/keys#rotation`, a verifier into its download. */
function addressOf(href: string, file: string, root: string): string {
  if (/^(https?:|#|\{base_url\})/.test(href)) return href;
  const [target = '', anchor] = href.split('#');
  const wanted = path.join(path.dirname(file), target);
  if (wanted.startsWith('verifiers/')) return `${root}/${path.basename(wanted)}`;
  const page = [home, ...pages].find((one) => one.file === wanted);
  if (page === undefined) throw new Error(`${file} links to ${wanted}, which is not a page`);
  return pathOf(page, root) + (anchor === undefined ? '' : `#${anchor}`);
}
