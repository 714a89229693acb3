// A reporter of vitest: writes the errors of hooks into the file that GOAL_HOOK_FAILURES names. The
// JSON report of vitest leaves them out where a `describe` is in between.

import { writeFileSync } from 'node:fs';

/** @public vitest loads it by its path. */
export default class HookFailures {
  onTestRunEnd(modules) {
    const failures = modules.flatMap((module) =>
      [...module.children.allSuites()].flatMap((suite) =>
        suite.errors().map(({ message, stack }) => ({
          title: `${module.moduleId} > ${suite.fullName}`,
          message: stack ?? message,
        })),
      ),
    );
    writeFileSync(process.env.GOAL_HOOK_FAILURES, JSON.stringify(failures));
  }
}
