import type { DemoSite, Person } from './agency.ts';
import type { Draft } from './demo-event.ts';
import type { Facts } from './facts.ts';
import type { Code } from './kinds.ts';
import type { Random } from './random.ts';
import { minuteMs, secondMs } from './time.ts';

/** A logged-in user at work; every action advances the session's clock. */
export class Session {
  readonly drafts: Draft[] = [];
  readonly #id: string;
  #at: number;

  constructor(
    private readonly site: DemoSite,
    private readonly person: Person,
    start: number,
    private readonly random: Random,
  ) {
    this.#id = Array.from({ length: 32 }, () => random.int(0, 15).toString(16)).join('');
    this.#at = start;
  }

  does(code: Code, facts: Facts = {}): void {
    const { name, id } = this.person;
    const agent = (id + this.site.domain.length) % 5;
    this.drafts.push({
      at: this.#at,
      code,
      facts: { ...facts, user: name },
      who: this.person,
      session: { id: this.#id, agent },
    });
    this.#at += this.random.int(15 * secondMs, 6 * minuteMs);
  }
}
