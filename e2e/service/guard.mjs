// Runs the service for as long as whoever started this holds its standard input: a run that is killed says nothing to anybody.
// Arguments: the program, and the folder that is its own and goes with it.
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';

const [program, folder] = process.argv.slice(2);
const child = spawn(process.execPath, [program], { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] });

child.on('exit', (code) => {
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  process.exit(code ?? 1);
});

function stop() {
  child.kill('SIGTERM');
  // A safety net: a slow machine takes its time to stop a database.
  setTimeout(() => child.kill('SIGKILL'), 120_000).unref();
}
process.stdin.on('close', stop).resume();
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, stop);
// Nobody may be left to read what the service prints.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
