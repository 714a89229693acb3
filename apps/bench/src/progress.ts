/**
 * Prints each step and its start time to standard error. The function that `step` returns prints
 * progress within the step, more often on a terminal than into a file.
 */
export type Progress = { step: (name: string) => (done: string) => void };

export function openProgress(): Progress {
  const isTerminal = process.stderr.isTTY;
  const begun = performance.now();
  return {
    step(name) {
      const seconds = Math.floor((performance.now() - begun) / 1000);
      process.stderr.write(`${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} ${name} …\n`);
      let printedAt = performance.now();
      return (done) => {
        if (performance.now() - printedAt < (isTerminal ? 500 : 5000)) return;
        printedAt = performance.now();
        process.stderr.write(`  ${done}\n`);
      };
    },
  };
}
