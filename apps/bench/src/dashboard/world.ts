import type { Browser } from '@playwright/test';
import type { Database } from '@goal/db';

import type { Session } from '../web/browser.ts';
import type { Http } from '../world/http.ts';
import type { Account, Population } from '../world/population.ts';
import type { Service } from '../world/service.ts';
import type { Sessions } from './sessions.ts';

/** Somebody who owns an account: the session of a browser, and those of programs. */
export type Owner = { email: string; password: string; browser: Session; sessions: Sessions };

/** An account of the data set and its owner. */
export type OwnedAccount = Account & { owner: Owner };

/** A service with a dashboard on the data set, and owners of two of its accounts. */
export type DashboardWorld = {
  browser: Browser;
  service: Service;
  /** The dashboard's origin. */
  dashboard: string;
  http: Http;
  /** The service's own pools, in this process. */
  db: Database;
  population: Population;
  /** The account with nearly all events and 5,000 sites. */
  large: OwnedAccount;
  /** An account with about 50 sites. */
  small: OwnedAccount;
  /** A migrated database without rows. */
  emptyUrl: string;
  /** A folder for logs. */
  dataDir: string;
  /** How long the live log is followed at 100 events a second. */
  tailMinutes: number;
  progress: (done: string) => void;
};
