import { readFile } from 'node:fs/promises';

import { errorsAsMarkdown } from './errors.ts';
import { Compressed } from './files.ts';
import { escapeHtml } from './html.ts';
import { layout } from './layout.ts';
import { home, pages, pathOf, type Page } from './pages.ts';
import type { Rendered } from './render.ts';
import { sectionsOf, type Section } from './search-index.ts';

/** The served pages. Each is made once, and filled in once for the address that readers use. */
export class Guides {
  readonly #folder: string;
  readonly #basePath: string;
  readonly #root: string;
  readonly #made = new Map<Page, Promise<{ rendered: Rendered; html: string }>>();
  /** Each page filled in with the most recently requested address; usually there is only one. */
  readonly #filled = new Map<Page, { address: string; bytes: Compressed }>();

  /** `folder` holds the Markdown files, and `root` is the path of the first page. */
  constructor({ folder, basePath, root }: { folder: string; basePath: string; root: string }) {
    this.#folder = folder;
    this.#basePath = basePath;
    this.#root = root;
  }

  /** A page for readers who reach the service at `address`, such as `https://logs.example.com`. */
  async html(page: Page, address: string): Promise<Compressed> {
    const kept = this.#filled.get(page);
    if (kept?.address === address) return kept.bytes;
    const { html } = await this.#unfilled(page);
    const bytes = new Compressed(Buffer.from(html.replaceAll('{base_url}', escapeHtml(address + this.#basePath))));
    this.#filled.set(page, { address, bytes });
    return bytes;
  }

  /** The index of the search: a JSON list of the sections of all pages. */
  async searchIndex(): Promise<Buffer> {
    const sections: Section[] = [];
    for (const page of [home, ...pages]) {
      const { rendered } = await this.#unfilled(page);
      sections.push(...sectionsOf(rendered, pathOf(page, this.#root)));
    }
    return Buffer.from(JSON.stringify(sections).replaceAll('{base_url}', this.#basePath));
  }

  #unfilled(page: Page): Promise<{ rendered: Rendered; html: string }> {
    const known = this.#made.get(page);
    if (known !== undefined) return known;
    const made = this.#make(page);
    this.#made.set(page, made);
    // A failed page is made again on the next request.
    made.catch(() => this.#made.delete(page));
    return made;
  }

  async #make(page: Page): Promise<{ rendered: Rendered; html: string }> {
    // Loads the syntax highlighter with the first page.
    const { render } = await import('./render.ts');
    const titles = await this.#titles();
    const markdown = (await this.#sourceOf(page)).replace('<!-- errors -->', () => errorsAsMarkdown());
    const rendered = render(markdown, { file: page.file, root: this.#root });
    const html = layout(page, rendered, { root: this.#root, titleOf: (one) => titles.get(one) ?? '' });
    return { rendered, html };
  }

  #sourceOf({ file }: Page): Promise<string> {
    return readFile(this.#folder + file, 'utf8');
  }

  /** The titles of all pages, which are the first line of each file. */
  async #titles(): Promise<Map<Page, string>> {
    const titles = [home, ...pages].map(async (page): Promise<[Page, string]> => [
      page,
      /^# (.*)/.exec(await this.#sourceOf(page))?.[1] ?? '',
    ]);
    return new Map(await Promise.all(titles));
  }
}
