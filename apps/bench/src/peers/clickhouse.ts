import { rmSync } from 'node:fs';
import path from 'node:path';

import { fetched } from './fetched.ts';
import { missingWord, type Asked, type Peer } from './peer.ts';

/** The part of the library's interface that is used here: it answers before it returns. */
type Session = { query: (text: string, format: string) => string; cleanup: () => void };
type Library = { Session: new (folder: string) => Session };

/**
 * ClickHouse as a library in this process: its answers cross no connection. It is asked questions
 * alone, because a library keeps no service's events.
 */
export async function openClickHouse(
  dataDir: string,
  asked: Asked,
  { file, events }: { file: string; events: number },
  closing: (() => unknown)[],
): Promise<Peer> {
  const { Session: Opened } = (await fetched(path.join(dataDir, 'npm'), 'chdb')) as Library; // The type is that of its documentation.
  const folder = path.join(dataDir, 'chdb');
  rmSync(folder, { recursive: true, force: true });
  const session = new Opened(folder);
  closing.unshift(() => {
    session.cleanup();
    rmSync(folder, { recursive: true, force: true });
  });
  const rows = <Row>(text: string): Row[] => (JSON.parse(session.query(text, 'JSON')) as { data: Row[] }).data; // Its own format.
  const texts = ['username', 'session_id', 'post_status', 'post_type', 'message'].map((name) => `${name} String`);
  const words = ['object', 'event_type', 'user_agent'].map((name) => `${name} LowCardinality(String)`);
  const plain = 'id UInt64, site_id UInt32, created_at DateTime64(3), code UInt32, severity LowCardinality(String)';
  const all = `${plain}, ${words.join(', ')}, user_id UInt32, post_id UInt32, ${texts.join(', ')}, event_uuid UUID`;
  session.query(`CREATE TABLE activity (${all}) ENGINE = MergeTree ORDER BY (site_id, created_at, id)`, 'CSV');
  session.query(`INSERT INTO activity SELECT * FROM file('${file}', 'TabSeparated', '${all}')`, 'CSV');
  session.query('OPTIMIZE TABLE activity FINAL', 'CSV');
  const { site, group, deepOffset, deepSize, code, from, to } = asked;
  const page = (where: string, limit = 'LIMIT 50'): Promise<number> =>
    Promise.resolve(rows(`SELECT * FROM activity WHERE ${where} ORDER BY created_at DESC ${limit}`).length);
  return {
    name: 'ClickHouse in the process',
    reader: {
      page: () => page(`site_id = ${site}`),
      group: () => page(`site_id IN (${group.join()})`),
      deep: () => page(`site_id = ${site}`, `LIMIT ${deepSize} OFFSET ${deepOffset}`),
      rare: () => page(`site_id = ${site} AND code = ${code}`),
      word: () => page(`site_id = ${site} AND message ILIKE '%${missingWord}%'`),
      month: () => {
        const between = `created_at BETWEEN fromUnixTimestamp64Milli(${from.getTime()}) AND fromUnixTimestamp64Milli(${to.getTime()})`;
        const found = rows<{ n: string }>(
          `SELECT severity, count() AS n FROM activity WHERE site_id = ${site} AND ${between} GROUP BY severity`,
        );
        return Promise.resolve(found.reduce((sum, { n }) => sum + Number(n), 0));
      },
    },
    bytesPerEvent: () => {
      const [sizes] = rows<{ bytes: string }>(
        `SELECT sum(bytes_on_disk) AS bytes FROM system.parts WHERE active AND table = 'activity'`,
      );
      return Promise.resolve(Number(sizes?.bytes) / events);
    },
  };
}
