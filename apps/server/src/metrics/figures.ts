import { Counter, Gauge, type Registry } from 'prom-client';

type Named = { name: string; help: string };

/** A gauge without labels, read when it is asked for. */
export function gauge(registry: Registry, { name, help }: Named, read: () => number): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      this.set(read());
    },
  });
}

/** What something else has counted since the process began; with a label, one figure for each of its values. */
export function counted(registry: Registry, named: Named, read: () => number): void;
export function counted<Label extends string>(
  registry: Registry,
  named: Named & { label: Label },
  read: () => Readonly<Record<string, number>>,
): void;
export function counted(
  registry: Registry,
  { name, help, label }: Named & { label?: string },
  read: () => number | Readonly<Record<string, number>>,
): void {
  new Counter({
    name,
    help,
    labelNames: label === undefined ? [] : [label],
    registers: [registry],
    collect() {
      this.reset();
      const figures = read();
      if (typeof figures === 'number') this.inc(figures);
      else for (const [value, figure] of Object.entries(figures)) this.inc({ [label ?? '']: value }, figure);
    },
  });
}
