import { testServer } from './server.ts';

let running: { stop: () => Promise<void> } | undefined;

/** vitest's globalSetup: starts one PostgreSQL server for the whole run. */
export async function setup(): Promise<void> {
  running = await testServer();
}

/** Stops what `setup` started. */
export async function teardown(): Promise<void> {
  await running?.stop();
}
