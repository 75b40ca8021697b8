import { sharedHosts } from './shared-hosts.ts';

/** Characters that look like others: digits, letters of other alphabets, and pairs. */
const confusable: readonly (readonly [RegExp, string])[] = [
  [/[0оοѳ〇]/gu, 'o'],
  [/[1lіɩӏιı|!]/gu, 'i'],
  [/[аαɑ]/gu, 'a'],
  [/[еεё]/gu, 'e'],
  [/[сϲ]/gu, 'c'],
  [/[рρ]/gu, 'p'],
  [/[хχ]/gu, 'x'],
  [/[уγ]/gu, 'y'],
  [/[ѕ5$]/gu, 's'],
  [/[ԁ]/gu, 'd'],
  [/[ո]/gu, 'n'],
  [/[3]/gu, 'e'],
  [/[4]/gu, 'a'],
  [/rn/g, 'm'],
  [/vv/g, 'w'],
  [/cl/g, 'd'],
  [/[-_.]/g, ''],
];

const toSkeleton = (name: string): string =>
  confusable.reduce((text, [pattern, plain]) => text.replace(pattern, plain), toUnicode(name.toLowerCase()));

/** Replaces compatibility characters, such as full-width letters, with the letters that they look like. */
function toUnicode(name: string): string {
  return name.normalize('NFKC');
}

const maxCompared = 5000;

/** The known name that a new name can be mistaken for; `undefined` if no known name looks like it. */
export function findLookAlike(name: string, known: Iterable<string>): string | undefined {
  const skeleton = toSkeleton(name);
  let compared = 0;
  let near: string | undefined;
  for (const other of known) {
    if (other === name || ++compared > maxCompared) continue;
    const plain = toSkeleton(other);
    if (plain === skeleton || isSameButForWords(name, other)) return other;
    const allowed = Math.min(skeleton.length, plain.length) >= 8 ? 2 : 1;
    if (near === undefined && Math.min(skeleton.length, plain.length) >= 5 && isWithin(skeleton, plain, allowed))
      near = other;
  }
  return near;
}

/** Whether a known name is part of a longer one: `acme.com.evil.io`, `acme-docs.io` or `get-acme.io` for `acme.com`. */
function isSameButForWords(name: string, known: string): boolean {
  if (!isHost(name) || !isHost(known)) return false;
  const core = known.split('.').at(-2) ?? '';
  return core.length >= 4 && !sharedNames.has(core) && name.split(/[.-]/).includes(core);
}

const isHost = (name: string): boolean => /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(name);
const sharedNames = new Set(sharedHosts.map((host) => host.split('.').at(-2) ?? ''));

/** Whether two strings differ by at most `max` changed, added or missing characters. Linear for a fixed `max`. */
function isWithin(a: string, b: string, max: number): boolean {
  if (Math.abs(a.length - b.length) > max || a.length > 100) return false;
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + same));
    }
    if (Math.min(...next) > max) return false;
    row = next;
  }
  return (row[b.length] ?? max + 1) <= max;
}
