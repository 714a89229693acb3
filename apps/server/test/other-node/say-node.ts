import { beforeEach } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** The Node version that ran the test. */
    node?: string;
  }
}

beforeEach(({ task }) => {
  task.meta.node = process.version;
});
