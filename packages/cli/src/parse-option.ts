import { InvalidArgumentError } from 'commander';

/** Returns a parser for whole numbers in a range. Rejected values are reported as usage errors. */
export function parseInteger(minimum: number, maximum: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= minimum && value <= maximum) return value;
    throw new InvalidArgumentError(`Use a whole number from ${minimum} to ${maximum}.`);
  };
}

/** Parses an absolute URL of any scheme. The service decides which schemes it accepts. */
export function parseUrl(text: string): string {
  if (URL.canParse(text)) return text;
  throw new InvalidArgumentError('Write the whole address, such as https://docs.example.com/path.');
}

/** Collects the values of an option that can be repeated. */
export const collect = (text: string, before: readonly string[] = []): string[] => [...before, text];

const unitMs = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Parses `90s`, `15m`, `24h` or `30d`. Returns milliseconds. */
export function parseDuration(text: string): number {
  const [, amount, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  if (amount === undefined || unit === undefined)
    throw new InvalidArgumentError('Use a duration such as 90s, 15m, 24h or 30d.');
  return Number(amount) * unitMs[unit as keyof typeof unitMs];
}
