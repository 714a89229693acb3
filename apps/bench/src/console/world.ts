import type { Browser } from '@playwright/test';

import type { Session } from '../web/browser.ts';
import type { Service } from '../world/service.ts';
import type { ConsoleData } from './data.ts';

/** A service with its data, and an `admin:read` token. */
export type Side = { service: Service; data: ConsoleData; token: string };

export type ConsoleWorld = {
  browser: Browser;
  console: string;
  session: Session;
  /** 50,000 accounts, which the console shows. */
  manyAccounts: Side;
  /** 500 accounts. */
  fewAccounts: Side;
  progress: (done: string) => void;
};
