import type { Browser } from '@playwright/test';

import type { Session } from '../web/browser.ts';

/** A service with a dashboard, and an owner of an account in it. */
export type DashboardWorld = {
  browser: Browser;
  /** The dashboard's origin. */
  dashboard: string;
  account: { id: string };
  owner: { email: string; password: string; session: Session };
  progress: (done: string) => void;
};
