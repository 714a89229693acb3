import type { IncomingMessage } from 'node:http';

import type { Request } from 'express';

import { answer, Compressed, type Handler } from './files.ts';
import { guidePolicy } from './html-page.ts';
import { escapeHtml } from './html.ts';
import { head } from './layout.ts';

/** Whether it is a browser that asks for a page. Programs get what an unknown path is answered. */
export const wantsPage = (req: Request): boolean => /\btext\/html\b/.test(req.headers.accept ?? '');

/**
 * For somebody who opens the API's address in a browser: where everything is (rulings §2.10). A
 * dashboard on `localhost` is shown on that machine alone, because it lets nobody sign in at
 * another address.
 */
export function frontPage({ basePath, dashboard }: { basePath: string; dashboard: string | undefined }): Handler {
  const isLocal = dashboard !== undefined && new URL(dashboard).hostname === 'localhost';
  const without = pageOf(basePath, '');
  const whole =
    dashboard === undefined
      ? without
      : pageOf(
          basePath,
          `<li><a href="${escapeHtml(dashboard)}">The dashboard</a>: people sign in there, and read the log</li>\n`,
        );
  return async (req, res) => {
    const { body, headers } = await (isLocal && !isAskedHere(req) ? without : whole).for(req);
    const own = { Vary: 'Accept, Accept-Encoding', 'Content-Security-Policy': guidePolicy };
    answer(req, res, { type: 'text/html', body, headers: { ...headers, ...own } });
  };
}

/** Whether a browser on this machine asks. A proxy may use a local name for somebody elsewhere. */
function isAskedHere({ headers }: IncomingMessage): boolean {
  const isPassedOn = ['forwarded', 'via', 'x-real-ip', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'].some(
    (name) => headers[name] !== undefined,
  );
  return !isPassedOn && /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i.test(headers.host ?? '');
}

function pageOf(basePath: string, people: string): Compressed {
  const docs = `${basePath}/docs`;
  return new Compressed(
    Buffer.from(`${head('Goal', docs)}
<body>
<header><a class="brand" href="${docs}">Goal</a></header>
<div class="columns">
<main id="main"><article>
<h1>This is the address of the API</h1>
<p>Programs use it with a key. For people there are:</p>
<ul>
${people}<li><a href="${docs}">The documentation</a>, with the <a href="${docs}/quick-start">quick start</a></li>
<li><a href="${docs}/reference">The reference of the API</a></li>
<li><a href="${basePath}/verify">The check of a signed log</a></li>
</ul>
</article></main>
</div>
</body>
</html>
`),
  );
}
