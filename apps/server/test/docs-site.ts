import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { home, pages, type Page } from '../src/docs/pages.ts';

const docs = fileURLToPath(new URL('../../../docs/', import.meta.url));

export const everyPage: readonly Page[] = [home, ...pages];
export const sourceOf = (page: Page): Promise<string> => readFile(docs + page.file, 'utf8');

/** A code block of a page. */
export type Block = { language: string; text: string; line: number };

/** The code blocks of a page, in order. `line` counts from 1. */
export function blocksOf(markdown: string): Block[] {
  return [...markdown.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(({ 1: language = '', 2: text = '', index }) => ({
    language,
    text,
    line: markdown.slice(0, index).split('\n').length,
  }));
}
