import { defaultSettings, LastUses, openEventServices, type Core } from '@goal/core';
import { openPatientDatabase } from '@goal/db/testing';

/** The verbs' core on a database. The caller closes its `events` and its `db`. */
export async function openCore(url: string): Promise<Core> {
  const db = openPatientDatabase({ url });
  const events = await openEventServices(db);
  return { db, events, uses: new LastUses(db), wakeReclaimer: () => {}, settings: defaultSettings };
}
