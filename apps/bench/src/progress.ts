/** Says on standard error what is being done, and since when; at a terminal a bit more often. */
export type Progress = { step: (name: string) => (done: string) => void };

export function openProgress(): Progress {
  const isTerminal = process.stderr.isTTY;
  const begun = performance.now();
  return {
    step(name) {
      const seconds = Math.floor((performance.now() - begun) / 1000);
      process.stderr.write(`${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} ${name} …\n`);
      let said = performance.now();
      return (done) => {
        if (performance.now() - said < (isTerminal ? 500 : 5000)) return;
        said = performance.now();
        process.stderr.write(`  ${done}\n`);
      };
    },
  };
}
