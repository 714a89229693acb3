import type { Tx } from '@goal/db';

/**
 * Stores the moment and the former figure for each site of the account whose retention is about to become shorter, so that the retention
 * worker can grant the grace (rulings §9.2). Call it before the figure is changed.
 */
export async function shortenRetention(tx: Tx, accountNo: number, days: number): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO retention_cut (site_no, former_days)
    SELECT no, retention_days FROM site WHERE account_no = ${accountNo} AND retention_days > ${days}`;
}

/** The same where events were never purged until now: an account that ceases to be a reseller (rulings §9.2 «flag off»). */
export async function startRetention(tx: Tx, accountNo: number): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO retention_cut (site_no, former_days) SELECT no, NULL FROM site WHERE account_no = ${accountNo}`;
}
