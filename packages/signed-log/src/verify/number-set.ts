/** A set of numbers from 0 on that costs a bit for each up to the largest. */
export class NumberSet {
  #bits = new Uint8Array(0);
  #count = 0;

  get size(): number {
    return this.#count;
  }

  has(value: number): boolean {
    return ((this.#bits[Math.floor(value / 8)] ?? 0) & (1 << (value % 8))) !== 0;
  }

  add(value: number): void {
    if (this.has(value)) return;
    const at = Math.floor(value / 8);
    if (at >= this.#bits.length) {
      const larger = new Uint8Array(Math.max(16, 2 * (at + 1)));
      larger.set(this.#bits);
      this.#bits = larger;
    }
    this.#bits[at] = (this.#bits[at] ?? 0) | (1 << (value % 8));
    this.#count++;
  }

  /** Whether it was there. */
  delete(value: number): boolean {
    if (!this.has(value)) return false;
    const at = Math.floor(value / 8);
    this.#bits[at] = (this.#bits[at] ?? 0) & ~(1 << (value % 8));
    this.#count--;
    return true;
  }

  clear(): void {
    this.#bits = new Uint8Array(0);
    this.#count = 0;
  }
}
