import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { everything, withEngine } from './engine.ts';
import { prismaFolder } from './files.ts';

const database = { path: 'datasource.prisma', content: 'datasource db {\n  provider = "postgresql"\n}\n' };

/**
 * Describes in words how a migrated database differs from prisma/schema.prisma. Empty if they
 * agree.
 */
export function drift(
  url: string,
  schema = readFileSync(join(prismaFolder, 'schema.prisma'), 'utf8'),
): Promise<string> {
  return withEngine(url, async (engine) => {
    const result = await engine.diff({
      from: { tag: 'schemaDatasource', files: [database], configDir: '.' },
      to: { tag: 'schemaDatamodel', files: [{ path: 'schema.prisma', content: schema }] },
      script: false,
      exitCode: true,
      filters: everything,
    });
    return result.exitCode === 0 ? '' : (result.stdout ?? 'unknown difference');
  });
}
