/** Says on standard error what is being done; at a terminal the last line is overwritten. */
export type Progress = { step: (name: string) => (done: string) => void };

export function openProgress(): Progress {
  const isTerminal = process.stderr.isTTY;
  return {
    step(name) {
      process.stderr.write(`${name} …\n`);
      let said = performance.now();
      return (done) => {
        if (performance.now() - said < (isTerminal ? 500 : 5000)) return;
        said = performance.now();
        process.stderr.write(`  ${done}\n`);
      };
    },
  };
}
