import type { Kind } from './setting.ts';

/** Any text. */
export const text: Kind<string> = { read: (value) => value };

export const yesNo: Kind<boolean> = {
  read: (value, refuse) => (value === 'yes' || value === 'no' ? value === 'yes' : refuse('yes, no')),
};

export const trueFalse: Kind<boolean> = {
  isNumber: true,
  read: (value, refuse) => booleans.get(value.toLowerCase()) ?? refuse('true, false'),
};

const booleans: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

/** Creates the kind of text in a given format. Errors describe the format with `allowed` instead of the pattern. */
export const matching = (pattern: RegExp, allowed: string): Kind<string> => ({
  read: (value, refuse) => (pattern.test(value) ? value : refuse(allowed)),
});

export const integer = (min: number, max: number): Kind<number> => ({
  isNumber: true,
  read: (value, refuse) => {
    const number = /^-?\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
    return number >= min && number <= max ? number : refuse(`a whole number from ${min} to ${max}`);
  },
});

export const choice = <const T extends string>(allowed: readonly T[]): Kind<T> => ({
  read: (value, refuse) => allowed.find((each) => each === value) ?? refuse(allowed.join(', ')),
});

/** Strings separated by commas. */
export const list: Kind<readonly string[]> = { read: splitList };

/** Strings separated by commas or whitespace. */
export const words: Kind<readonly string[]> = {
  read: (value) => value.split(/[\s,]+/).filter((word) => word !== ''),
};

/** A server's address, without a trailing slash. */
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
