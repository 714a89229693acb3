import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { PrismaPg } from '@prisma/adapter-pg';
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  type SqlDriverAdapter,
} from '@prisma/driver-adapter-utils';
import type { MigrationList, SchemaEngine, SchemaFilter } from '@prisma/schema-engine-wasm/schema_engine_bg';
import pg from 'pg';

import { ownRequire } from '../embedded/own-require.ts';
import { migrationNames, migrationText, prismaFolder } from '../migrate/files.ts';

// The engine of Prisma's command line, as WebAssembly: what it thinks of our database.

declare global {
  // The engine reports a panic here, and fails if it is missing.
  var PRISMA_WASM_PANIC_REGISTRY: { set_message(message: string): void } | undefined;
}

/** The part of WebAssembly that is used here. Only the browser's types declare it. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: Record<string, object>) => { exports: Record<string, unknown> };
};

type Glue = typeof import('@prisma/schema-engine-wasm/schema_engine_bg') & { __wbg_set_wasm(exports: object): void };

let glue: Promise<Glue> | undefined;

/** Loads the engine's WebAssembly. The package leaves that to a bundler. */
async function load(): Promise<Glue> {
  // Its types omit the function that takes the module.
  const loaded = (await import('@prisma/schema-engine-wasm/schema_engine_bg')) as Glue;
  const folder = dirname(ownRequire.resolve('@prisma/schema-engine-wasm/schema_engine_bg'));
  const module = new WebAssembly.Module(readFileSync(join(folder, 'schema_engine_bg.wasm')));
  const { exports } = new WebAssembly.Instance(module, { './schema_engine_bg.js': loaded });
  globalThis.PRISMA_WASM_PANIC_REGISTRY ??= { set_message() {} };
  loaded.__wbg_set_wasm(exports);
  // wasm-bindgen's start function has no parameters and no result.
  (exports['__wbindgen_start'] as () => void)();
  return loaded;
}

async function withEngine<T>(url: string, work: (engine: SchemaEngine) => Promise<T>): Promise<T> {
  const { SchemaEngine } = await (glue ??= load());
  const factory = new EnginePg(url);
  let engine: SchemaEngine | undefined;
  try {
    engine = await SchemaEngine.new({ datamodels: undefined }, () => {}, bindMigrationAwareSqlAdapterFactory(factory));
    return await work(engine);
  } finally {
    engine?.free();
    await factory.dispose();
  }
}

/** Prisma's adapter, with what it lacks to serve the schema engine. */
class EnginePg extends PrismaPg {
  readonly #pool: pg.Pool;
  readonly #adapters: SqlDriverAdapter[] = [];
  /** The columns of type "char" in the last result. */
  #charColumns: number[] = [];

  constructor(url: string) {
    // One connection, so that the engine's advisory lock is on the session that works.
    const pool = new pg.Pool({ connectionString: url, max: 1, idleTimeoutMillis: 0 });
    super(pool, { schema: 'public' });
    this.#pool = pool;
    pool.on('connect', (client) => this.#watch(client));
  }

  override async connect(): ReturnType<PrismaPg['connect']> {
    const adapter = await super.connect();
    const queryRaw = adapter.queryRaw.bind(adapter);
    adapter.queryRaw = async (query) => {
      this.#charColumns = [];
      const result = await queryRaw(query);
      for (const column of this.#charColumns) result.columnTypes[column] = ColumnTypeEnum.Character;
      return result;
    };
    // The adapter would split the script at each semicolon, even within a function's body.
    adapter.executeScript = async (sql) => {
      await adapter.executeRaw({ sql, args: [], argTypes: [] });
    };
    this.#adapters.push(adapter);
    return adapter;
  }

  /**
   * The catalog has columns of type "char" (18), which the adapter does not know. It is shown
   * bpchar (1042) instead.
   */
  #watch(client: pg.PoolClient): void {
    // pg's types omit the connection below the client.
    const { connection } = client as Described;
    connection?.on('rowDescription', ({ fields }) => {
      for (const [column, field] of fields.entries()) {
        if (field.dataTypeID !== 18) continue;
        field.dataTypeID = 1042;
        this.#charColumns.push(column);
      }
    });
  }

  /** Closes the connection, which the engine's `free` does not; it would keep the advisory lock. */
  async dispose(): Promise<void> {
    for (const adapter of this.#adapters) await adapter.dispose();
    await this.#pool.end();
  }
}

type Described = {
  connection?: {
    on(event: 'rowDescription', listener: (message: { fields: { dataTypeID: number }[] }) => void): void;
  };
};

/** A filter that leaves no table to other programs. */
const everything: SchemaFilter = { externalTables: [], externalEnums: [] };
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

const migrationsFolder = join(prismaFolder, 'migrations');

const migrationsList = (): MigrationList => ({
  baseDir: migrationsFolder,
  lockfile: {
    path: 'migration_lock.toml',
    content: readFileSync(join(migrationsFolder, 'migration_lock.toml'), 'utf8'),
  },
  shadowDbInitScript: '',
  migrationDirectories: migrationNames().map((name) => ({
    path: name,
    migrationFile: { path: 'migration.sql', content: { tag: 'ok', value: migrationText(name) } },
  })),
});

/** The diagnosis that `prisma migrate status` shows. */
export const statusOfPrisma = (url: string): ReturnType<SchemaEngine['diagnoseMigrationHistory']> =>
  withEngine(url, (engine) =>
    engine.diagnoseMigrationHistory({
      migrationsList: migrationsList(),
      optInToShadowDatabase: false,
      filters: everything,
    }),
  );

/** Applies the migrations as `prisma migrate deploy` does. */
export const deployByPrisma = (url: string): Promise<unknown> =>
  withEngine(url, (engine) => engine.applyMigrations({ migrationsList: migrationsList(), filters: everything }));
