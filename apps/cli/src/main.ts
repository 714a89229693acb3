import { runGoal } from './run-goal.ts';

await runGoal(process.argv.slice(2));
