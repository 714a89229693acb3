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

import { Client } from '../client.ts';
import { ownRequire } from '../embedded/own-require.ts';
import { schemaOf } from '../primary.ts';
import { migrationsName } from './lock.ts';

export type { MigrationList, SchemaEngine };

declare global {
  // The engine reports a panic here, and fails if it is missing.
  var PRISMA_WASM_PANIC_REGISTRY: { set_message(message: string): void } | undefined;
}

/** A filter that leaves no table to other programs. */
export const everything: SchemaFilter = { externalTables: [], externalEnums: [] };

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

/** The engine's session: its number, and the last error that the database reported there. */
export type Session = { pid: () => number | undefined; failure: () => unknown };

/**
 * Runs `work` with Prisma's schema engine on a database: the engine of its command line, as
 * WebAssembly.
 */
export async function withEngine<T>(
  url: string,
  work: (engine: SchemaEngine, session: Session) => Promise<T>,
): Promise<T> {
  const { SchemaEngine } = await (glue ??= load());
  const factory = new EnginePg(url);
  let engine: SchemaEngine | undefined;
  try {
    engine = await SchemaEngine.new({ datamodels: undefined }, () => {}, bindMigrationAwareSqlAdapterFactory(factory));
    return await work(engine, factory);
  } finally {
    engine?.free();
    await factory.dispose();
  }
}

/** Prisma's adapter, with what it lacks to serve the schema engine. */
class EnginePg extends PrismaPg implements Session {
  readonly #pool: pg.Pool;
  readonly #adapters: SqlDriverAdapter[] = [];
  /** The columns of type "char" in the last result. */
  #charColumns: number[] = [];
  #pid: number | undefined;
  #failure: unknown;

  constructor(url: string) {
    // One connection, so that the engine's advisory lock is on the session that works.
    const pool = new pg.Pool({
      Client,
      connectionString: url,
      max: 1,
      idleTimeoutMillis: 0,
      connectionTimeoutMillis: 5000,
      application_name: migrationsName,
    });
    super(pool, { schema: schemaOf(url) });
    this.#pool = pool;
    // If the server goes away, the running statement reports it. Without a listener the error would
    // end the process.
    pool.on('error', () => {});
    pool.on('connect', (client) => this.#watch(client));
  }

  pid(): number | undefined {
    return this.#pid;
  }

  failure(): unknown {
    return this.#failure;
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
    // The script is sent whole, because the adapter would split it at each semicolon, even within a
    // function's body. One message is one transaction. It also marks the migration as finished, so
    // that nothing of an unfinished migration was done.
    adapter.executeScript = async (script) => {
      await adapter.executeRaw({ sql: `${script}\n;${markFinished}`, args: [], argTypes: [] });
    };
    this.#adapters.push(adapter);
    return adapter;
  }

  /**
   * The catalog has columns of type "char" (18), which the adapter does not know. It is shown
   * bpchar (1042) instead. Of an error the engine keeps the words and not the code.
   */
  #watch(client: pg.PoolClient): void {
    // pg's types omit the connection below the client, and the server's process id.
    const { connection, processID } = client as Described;
    this.#pid = processID;
    connection?.on('errorMessage', (error) => (this.#failure = error));
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
  processID?: number;
  connection?: {
    on(event: 'rowDescription', listener: (message: { fields: { dataTypeID: number }[] }) => void): void;
    on(event: 'errorMessage', listener: (error: unknown) => void): void;
  };
};

const markFinished = `DO $$ BEGIN
  IF to_regclass('_prisma_migrations') IS NOT NULL THEN
    UPDATE "_prisma_migrations" SET finished_at = clock_timestamp() WHERE finished_at IS NULL AND rolled_back_at IS NULL;
  END IF;
END $$`;
