import { Counter, Gauge, type Registry } from 'prom-client';

type Named = { name: string; help: string };

/** A gauge without labels, read at each scrape. */
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

/**
 * A counter of figures that another part of the process keeps since its start. With a label, `read`
 * returns one figure for each of the label's values.
 */
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
