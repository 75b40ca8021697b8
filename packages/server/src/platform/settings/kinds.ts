import { toExactOrigin } from '../http-client/index.ts';
import type { Kind } from './setting.ts';

/** Any text. */
export const text: Kind<string> = { read: (value) => value };

export const yesNo: Kind<boolean> = {
  read: (value, refuse) => (value === 'yes' || value === 'no' ? value === 'yes' : refuse('yes, no')),
};

export const integer = (min: number, max: number): Kind<number> => ({
  read: (value, refuse) => {
    const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
    return number >= min && number <= max ? number : refuse(`a whole number from ${String(min)} to ${String(max)}`);
  },
});

export const choice = <const T extends string>(allowed: readonly T[]): Kind<T> => ({
  read: (value, refuse) => allowed.find((each) => each === value) ?? refuse(allowed.join(', ')),
});

/** Texts, separated by commas. */
export const list: Kind<readonly string[]> = { read: splitList };

/** Hosts, separated by commas; their scheme and port are written out: `https://git.internal:443`. */
export const origins: Kind<readonly string[]> = {
  read: (value, refuse) =>
    splitList(value).map(
      (entry) => toExactOrigin(entry) ?? refuse('name, name:port or http://name:port, separated by commas', entry),
    ),
};

/** An address of a server, without a slash at its end. */
export const address: Kind<string> = {
  read: (value, refuse) => {
    const url = URL.parse(value);
    const isAddress =
      url !== null && ['http:', 'https:'].includes(url.protocol) && url.search === '' && url.hash === '';
    return isAddress ? value.replace(/(?<!\/)\/+$/, '') : refuse('an http or https URL without a query');
  },
};

export function splitList(value: string): string[] {
  return value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
