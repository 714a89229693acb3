/**
 * Once, at the start, before the first request: hands the way to the API to the console's process, which calls it before Next
 * (apps/server/src/console/process.ts).
 */
export async function register(): Promise<void> {
  const { forward } = await import('./forward/forward.ts');
  Object.assign(globalThis, { goalForward: forward });
}
