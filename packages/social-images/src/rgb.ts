export interface Rgb {
  /** Each channel is from 0 to 255. */
  readonly red: number;
  readonly green: number;
  readonly blue: number;
}

/** Mixes `share` of `over` with `under`. */
export function mix(over: Rgb, under: Rgb, share: number): Rgb {
  const part = (a: number, b: number): number => a * share + b * (1 - share);
  return { red: part(over.red, under.red), green: part(over.green, under.green), blue: part(over.blue, under.blue) };
}

export function toHex({ red, green, blue }: Rgb): string {
  return `#${[red, green, blue].map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}
