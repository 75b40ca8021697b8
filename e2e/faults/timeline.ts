/** Events of an installation during one fault, for the report of a loss. */
export class Timeline {
  #startedMs = performance.now();
  #entries: { readonly atMs: number; readonly what: string }[] = [];

  /** Discards earlier entries. Called when another fault begins. */
  begin(): void {
    this.#startedMs = performance.now();
    this.#entries = [];
  }

  note(what: string): void {
    this.#entries.push({ atMs: performance.now(), what });
  }

  /** Returns lines such as `+12.3 s  worker 4711 ended with SIGKILL`, in chronological order. */
  lines(): readonly string[] {
    return this.#entries.map(({ atMs, what }) => {
      const seconds = ((atMs - this.#startedMs) / 1000).toFixed(1);
      return `${`+${seconds} s`.padStart(9)}  ${what}`;
    });
  }
}
