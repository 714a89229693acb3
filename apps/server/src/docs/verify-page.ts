import { fileURLToPath } from 'node:url';

import { Compressed, fileAt, type Handler } from './files.ts';
import { head } from './layout.ts';

// The same paths from src and from dist.
const assets = fileURLToPath(new URL('../../assets/', import.meta.url));
const scripts = fileURLToPath(new URL('../../../../packages/browser-verifier/dist/bundle/', import.meta.url));

/** The page may run our scripts and the check in a worker, and connect to nothing at all. */
export const verifyPolicy =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
  "script-src 'self'; worker-src 'self'; style-src 'self'; img-src data:; connect-src 'none'";

/** The files of the page that checks a bundle in the browser, by path. */
export function verifyFiles(basePath: string): [path: string, handler: Handler][] {
  const root = `${basePath}/verify`;
  const type = 'text/javascript';
  // A worker obeys the policy of its own script: that of every answer, which allows nothing.
  return [
    [`${root}/page.js`, fileAt(`${scripts}page.js`, { type })],
    [`${root}/worker.js`, fileAt(`${scripts}worker.js`, { type })],
    [`${root}/verify.css`, fileAt(`${assets}verify.css`, { type: 'text/css' })],
  ];
}

/** The page. Its scripts (packages/browser-verifier) are the same check as the command's. */
export function verifyPage(basePath: string): Compressed {
  const [root, docs] = [`${basePath}/verify`, `${basePath}/docs`];
  const links = `<link rel="stylesheet" href="${root}/verify.css">
<script src="${root}/page.js" type="module"></script>
`;
  return new Compressed(
    Buffer.from(`${head('Verify a log · Goal', docs, links)}
<body>
<header><a class="brand" href="${docs}">Goal <span>verify a log</span></a>
<nav aria-label="Documentation"><a href="${docs}/verify">What is caught, and where that ends</a></nav></header>
<main id="main" class="verify">
<h1>Verify a log</h1>
<p>A <em>bundle</em> is a file that holds a signed log. This page checks that the log is complete and unaltered. It does so
on your machine: the browser may connect to nothing from here, so nothing of the file leaves this page.</p>
<noscript><p>The check needs JavaScript. <a href="${docs}/verify">The guide</a> has a command and three programs that do the
same without a browser.</p></noscript>
<form id="check" data-worker="${root}/worker.js" hidden>
<p class="drop"><label for="file">Bundle</label> <input id="file" type="file"> <span>or drop it anywhere on this page</span></p>
<details>
<summary>A key and an older checkpoint make the check strong</summary>
<p>Take both from somebody else than the sender of the file. Without a key the bundle’s own is believed. An older
checkpoint shows that nothing was rewritten since then.</p>
<p><label for="vkeys">Public keys that you trust, one a line</label><textarea id="vkeys" rows="2" spellcheck="false"></textarea></p>
<p><label for="checkpoints">Older checkpoints, or a text that holds them</label><textarea id="checkpoints" rows="5" spellcheck="false"></textarea></p>
<p><button id="again" type="submit" disabled>Check again</button></p>
</details>
</form>
<section id="work" aria-labelledby="name" hidden>
<p id="name"></p>
<p><progress id="bar" aria-labelledby="name"></progress> <span id="read"></span> <button id="cancel" type="button">Cancel</button></p>
</section>
<section id="result" data-state="none" aria-label="Result">
<p id="answer" role="status"></p>
<dl id="rows"></dl>
<p id="limits"></p>
</section>
</main>
</body>
</html>
`),
  );
}
