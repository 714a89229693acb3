/** Shown when an app's layout fails. Plain HTML: none of our components can be relied on. */
export function BrokenApp({ name, onRetry }: { name: string; onRetry: () => void }) {
  return (
    <html lang="en">
      <body>
        <main>
          <h1>Something went wrong</h1>
          <p>The {name} could not show this page. Its log says why.</p>
          <button type="button" onClick={onRetry}>
            Try again
          </button>
        </main>
      </body>
    </html>
  );
}
