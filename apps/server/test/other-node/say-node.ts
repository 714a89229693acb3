import { beforeEach } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** The version of Node that ran the test. */
    node?: string;
  }
}

beforeEach(({ task }) => {
  task.meta.node = process.version;
});
