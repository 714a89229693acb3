import type { Database } from '@goal/db';

/** What most verbs take of `Core`: the database, in its pools for customers or for operators. */
export type Db = { db: Database };
