/** A page of the documentation: the last part of its address, and its file in the folder `docs`. */
export type Page = { slug: string; file: string };

const guide = (...slugs: string[]): Page[] => slugs.map((slug) => ({ slug, file: `guide/${slug}.md` }));

/** All pages in reading order, under the headings of the contents. */
export const sections: readonly { title: string; pages: readonly Page[] }[] = [
  { title: 'Begin', pages: guide('quick-start', 'keys', 'groups', 'dashboard') },
  { title: 'Read', pages: guide('reading', 'questions', 'paging', 'export-and-tail', 'erasure', 'verify') },
  {
    title: 'Streams',
    pages: guide(
      'streams',
      'stream-webhook',
      'stream-splunk',
      'stream-otlp',
      'stream-s3',
      'stream-syslog',
      'stream-mail',
    ),
  },
  { title: 'Send', pages: [...guide('ingest'), { slug: 'wordpress', file: 'wordpress.md' }] },
  { title: 'Integrate', pages: guide('errors', 'javascript', 'mcp', 'reseller') },
  {
    title: 'Run it',
    pages: [
      ...guide('self-hosting', 'single-sign-on', 'support', 'performance'),
      { slug: 'measurements', file: 'performance.md' },
      ...guide('not-there'),
    ],
  },
  { title: 'Versions', pages: [...guide('compatibility'), { slug: 'changelog', file: 'changelog.md' }] },
];

export const pages: readonly Page[] = sections.flatMap((section) => section.pages);

/** The first page, at `{base_url}/docs` itself. */
export const home: Page = { slug: '', file: 'guide/README.md' };

/** The address of a page. */
export const pathOf = ({ slug }: { slug: string }, root: string): string => (slug === '' ? root : `${root}/${slug}`);
