import type { Caller } from './caller.ts';
import { ExpressionFault, unsupported } from './errors.ts';
import { createObject, DateValue, isValueObject, NativeFunction, toNumber, toText, type Value } from './values.ts';

/**
 * Creates a date, in UTC, so that every machine produces the same page. The build time isn't available: `new Date()`
 * and `Date.now()` aren't supported.
 */
export function createDate(args: readonly Value[], { budget }: Caller): DateValue {
  const [first] = args;
  if (args.length === 0) throw unsupported('"new Date()" without a date');
  if (args.length > 1) {
    const [year = 0, month = 0, ...rest] = args.map((arg) => toNumber(arg, budget));
    return new DateValue(Date.UTC(year, month, ...rest));
  }
  if (first instanceof DateValue || typeof first === 'number') return new DateValue(toNumber(first, budget));
  return new DateValue(parseDate(toText(first, budget)));
}

export function dateGlobal(caller: Caller): Value {
  const unknown = new NativeFunction(() => {
    throw unsupported('the time of the build');
  });
  return new NativeFunction(
    unknown.call,
    createObject([
      ['parse', new NativeFunction(([text]) => parseDate(toText(text, caller.budget)))],
      ['UTC', new NativeFunction((args) => createDate([...args, ...(args.length === 1 ? [0] : [])], caller).time)],
      ['now', unknown],
    ]),
  );
}

/** Parses a date. A time without a time zone is in UTC. */
function parseDate(text: string): number {
  if (text.length > 100) return Number.NaN;
  const hasZone = /(?:[zZ]|[+-]\d{2}:?\d{2}|GMT|UTC)\s*\)?$/.test(text) || /^\d{4}(?:-\d{2}){0,2}$/.test(text);
  if (hasZone) return Date.parse(text);
  const inUtc = /\d[tT]\d/.test(text) ? Date.parse(`${text}Z`) : Number.NaN;
  return Number.isNaN(inUtc) ? Date.parse(`${text} UTC`) : inUtc;
}

const parts = ['FullYear', 'Month', 'Date', 'Day', 'Hours', 'Minutes', 'Seconds', 'Milliseconds'] as const;

const shown = {
  toLocaleDateString: (date: Date, locale: string, options: Intl.DateTimeFormatOptions) =>
    date.toLocaleDateString(locale, options),
  toLocaleTimeString: (date: Date, locale: string, options: Intl.DateTimeFormatOptions) =>
    date.toLocaleTimeString(locale, options),
  toLocaleString: (date: Date, locale: string, options: Intl.DateTimeFormatOptions) =>
    date.toLocaleString(locale, options),
} as const;

export function readDateMember({ time }: DateValue, key: string): Value {
  const date = new Date(time);
  const part = parts.find((name) => key === `get${name}` || key === `getUTC${name}`);
  if (part !== undefined) return new NativeFunction(() => date[`getUTC${part}`]());
  if (key === 'getTime' || key === 'valueOf') return new NativeFunction(() => time);
  if (key === 'getTimezoneOffset') return new NativeFunction(() => 0);
  if (key === 'toISOString' || key === 'toJSON') return new NativeFunction(() => orFault(() => date.toISOString()));
  if (key === 'toString' || key === 'toUTCString') return new NativeFunction(() => date.toUTCString());
  if (key === 'toDateString') return new NativeFunction(() => date.toUTCString().replace(/ \d\d:.*$/, ''));
  if (!Object.hasOwn(shown, key)) return undefined;
  const write = shown[key as keyof typeof shown];
  return new NativeFunction(([locale, options]) =>
    orFault(() =>
      write(date, typeof locale === 'string' ? locale : 'en-US', { timeZone: 'UTC', ...toOptions(options) }),
    ),
  );
}

function toOptions(options: Value): Intl.DateTimeFormatOptions {
  if (!isValueObject(options)) return {};
  const known = Object.entries(options).filter(([, value]) => typeof value === 'string' || typeof value === 'boolean');
  return Object.fromEntries(known);
}

/** Turns an error from an invalid date, language or option into a fault. */
function orFault(write: () => string): string {
  try {
    return write();
  } catch (error) {
    throw new ExpressionFault('expression-error', `A date can't be written: ${String(error)}`);
  }
}
