import { nameInMail } from './plain-text.ts';

/** The parts of a mail that its reader sees. */
export type Letter = { subject: string; text: string; html: string };

/**
 * Writes paragraphs as plain text and as HTML; a paragraph may have several lines. No paragraph can
 * break out of the HTML.
 */
export function letter(subject: string, paragraphs: readonly string[]): Letter {
  const inHtml = paragraphs.map((one) => `<p>${linked(escaped(one)).replaceAll('\n', '<br>')}</p>`).join('');
  return {
    subject,
    text: `${paragraphs.join('\n\n')}\n`,
    html: `<!doctype html><html lang="en"><body style="font-family: sans-serif; line-height: 1.5; max-width: 36em">${inHtml}</body></html>\n`,
  };
}

/** The last paragraph of a mail about an account with a brand: its name (rulings §10.38). */
export const signature = (brand: string | null | undefined): string[] =>
  typeof brand === 'string' ? [nameInMail(brand)] : [];

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (one) => entities[one] ?? one);

/** A paragraph that is one address becomes a link. An address inside other text stays text. */
const linked = (html: string): string => (/^https?:\/\/\S+$/.test(html) ? `<a href="${html}">${html}</a>` : html);
