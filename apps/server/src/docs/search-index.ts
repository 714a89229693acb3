import type { Rendered } from './render.ts';

/** A part of a page under one heading, as plain text. `title` is that of its page. */
export type Section = { title: string; href: string; heading: string; text: string };

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** The sections of a page, which begin at its headings of the first three levels. */
export function sectionsOf({ title, html }: Rendered, address: string): Section[] {
  // Every second and third part is what the groups of the pattern matched: an id and a heading.
  const parts = html.split(/<h[1-3] id="([^"]*)">([\s\S]*?)<\/h[1-3]>/);
  const sections: Section[] = [];
  for (let at = 1; at < parts.length; at += 3) {
    const [id = '', heading = '', body = ''] = parts.slice(at, at + 3);
    const href = at === 1 ? address : `${address}#${id}`;
    sections.push({ title, href, heading: plainText(heading), text: plainText(body) });
  }
  return sections;
}

function plainText(html: string): string {
  return html
    .replaceAll(/<div class="code"><p>.*?<\/p>/g, ' ')
    .replaceAll(/<\/?(?:p|li|td|th|tr|pre|h\d|div|blockquote|br)\b[^>]*>/g, ' ')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole)
    .replaceAll(/\s+/g, ' ')
    .trim();
}
