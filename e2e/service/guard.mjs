// Runs the service until its standard input closes, because a test run that is killed cannot stop
// it. Arguments: the program, and its working folder, which is deleted when the program ends.
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
  // A safety net, and a long one: a slow machine needs time to stop a database.
  setTimeout(() => child.kill('SIGKILL'), 120_000).unref();
}
process.stdin.on('close', stop).resume();
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, stop);
// The reader of the service's output may be gone.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
