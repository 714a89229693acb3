const everyMs = 10_000;

/**
 * Runs `work` and resolves to its result. Every ten seconds that it takes, prints one line with the
 * time so far: «still building the console, 20 s». Lines and nothing else, so that a log shows the
 * same as a terminal.
 */
export async function tellProgress(what, work, print = console.error) {
  const started = performance.now();
  const timer = setInterval(() => {
    print(`still ${what}, ${Math.round((performance.now() - started) / 1000)} s`);
  }, everyMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
