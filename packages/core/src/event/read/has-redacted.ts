import { rows, type Database } from '@goal/db';

/**
 * Whether an event of the account was ever redacted: then its CSV files have a column for it
 * (rulings §13.2).
 */
export async function hasRedacted({ pages }: Pick<Database, 'pages'>, account: number): Promise<boolean> {
  const found = await rows<[number]>(pages, {
    name: 'has redacted events',
    text: 'select 1 from redacted_event where account = $1 limit 1',
    values: [account],
  });
  return found.length > 0;
}
