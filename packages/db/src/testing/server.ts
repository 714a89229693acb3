import { randomUUID } from 'node:crypto';

import { startEmbedded } from '../embedded/start-embedded.ts';
import { migrate } from '../migrate/migrate.ts';
import { createDatabase, databasesLike, dropDatabase, templateVariable, testPrefix } from './databases.ts';
import { easePassword, fillTemplateFolder, noDurability, scratchFolder, sweepFolders } from './folders.ts';

/**
 * Starts the PostgreSQL server of a test run, with a migrated template database: the server of
 * TEST_DATABASE_URL, or an embedded one. Sets the environment variable by which `freshDatabase`
 * finds it. A run that a test starts finds it too, and shares the server. `stop` leaves nothing
 * behind.
 */
export async function testServer(): Promise<{ stop: () => Promise<void> }> {
  if (process.env[templateVariable]) return { stop: async () => {} };
  sweepFolders();
  const folder = scratchFolder();
  const server = process.env['TEST_DATABASE_URL']
    ? { url: process.env['TEST_DATABASE_URL'], stop: async () => {} }
    : await ownServer();
  try {
    await fillTemplateFolder(folder.path);
    const name = `goal_template_${randomUUID().slice(0, 8)}`;
    const template = await createDatabase(server.url, name);
    await migrate(template);
    process.env[templateVariable] = template;
    return {
      async stop() {
        for (const left of await databasesLike(server.url, testPrefix(template))) await dropDatabase(server.url, left);
        await dropDatabase(server.url, name);
        await server.stop();
        folder.remove();
      },
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/**
 * Starts a server whose role can make the databases and roles that tests need. It is no superuser,
 * so that no test comes to rely on one.
 */
async function ownServer(): Promise<{ url: string; stop: () => Promise<void> }> {
  const folder = scratchFolder();
  const { url, release } = await startEmbedded({
    dataDir: folder.path,
    settings: noDurability,
    attributes: 'CREATEDB CREATEROLE',
  });
  await easePassword(url);
  return {
    url,
    async stop() {
      await release();
      folder.remove();
    },
  };
}
