import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { FileChange } from '../overlay/list-file-changes.ts';
import { findAddresses } from './find-addresses.ts';
import { findCommands } from './find-commands.ts';
import { findContacts } from './find-contacts.ts';
import { findPackages } from './find-packages.ts';
import { kindWords, type Finding } from './finding.ts';
import { findLookAlike } from './find-look-alike.ts';
import { readLines, type TextLine } from './read-lines.ts';
import type { Request } from './read-request.ts';

export interface PlacedFinding extends Finding {
  readonly path: string;
  /** The known host or package that this value can be mistaken for. */
  readonly lookAlike?: string;
}

/** Everything in a file that readers run, load, trust or are sent to. `isWanted`: selects the lines to check. */
export function listFindings(
  path: string,
  text: string,
  isWanted: (line: TextLine) => boolean = () => true,
): Finding[] {
  return readLines(path, text).flatMap((line) =>
    line.text === '' || !isWanted(line)
      ? []
      : cutLong(line).flatMap((part) => [
          ...findAddresses(part),
          ...findPackages(part),
          ...findCommands(part),
          ...findContacts(part),
        ]),
  );
}

/** Patterns may backtrack within a line. Lines are limited in length, so the time is linear in the file. */
const maxPartLength = 1000;
const overlap = 250;

function cutLong(line: TextLine): TextLine[] {
  if (line.text.length <= maxPartLength) return [line];
  const parts: TextLine[] = [];
  for (let at = 0; at === 0 || at + overlap < line.text.length; at += maxPartLength - overlap) {
    const end = at + maxPartLength;
    parts.push({ ...line, text: line.text.slice(at, end), visible: line.visible.slice(at, end) });
  }
  return parts;
}

const keyOf = ({ kind, value }: Finding): string => `${kind} ${value}`;
const lineKey = ({ text, fence }: TextLine): string => `${fence ?? ''}\n${text}`;

/**
 * Values that the changes add, unless a file of the site already had them or the request names them; each once, at its
 * first position. Lines that a file had before are skipped; the base is searched only for the new values.
 */
export async function findNewFindings(
  changes: readonly FileChange[],
  request: Request,
  readBase: () => Promise<readonly (readonly [path: string, text: string])[]>,
): Promise<PlacedFinding[]> {
  const fresh = new Map<string, PlacedFinding>();
  for (const { path, from = path, before, after } of changes) {
    const old = new Set(before === '' ? [] : readLines(from, before).map(lineKey));
    const now = new Set(before === '' ? [] : readLines(path, after).map(lineKey));
    const replaced = new Set(listFindings(from, before, (line) => !now.has(lineKey(line))).map(keyOf));
    for (const finding of listFindings(path, after, (line) => !old.has(lineKey(line)))) {
      const key = keyOf(finding);
      const isExpected = finding.isMinor === true || finding.askedBy.some((words) => request.wants(words));
      if (!isExpected && !replaced.has(key) && !fresh.has(key)) fresh.set(key, { ...finding, path });
    }
  }
  if (fresh.size === 0) return [];
  const texts = [...changes.map(({ path, from = path, before }) => [from, before] as const), ...(await readBase())];
  const { known, names } = await searchBase(texts, [...fresh.values()]);
  return [...fresh.values()]
    .filter((finding) => !known.has(keyOf(finding)))
    .map((finding) => {
      const lookAlike = hasName(finding) ? findLookAlike(finding.value, names) : undefined;
      return lookAlike === undefined ? finding : { ...finding, lookAlike };
    });
}

const hasName = ({ kind }: Finding): boolean => kind === 'host' || kind === 'package' || kind === 'owner';
/** If there are more new values, every text is scanned in full, so the time stays linear. */
const maxNeedles = 30;
/** Maximum number of characters of the base that are searched for similar names. */
const maxForNames = 300_000;

async function searchBase(
  texts: readonly (readonly [path: string, text: string])[],
  fresh: readonly Finding[],
): Promise<{ known: ReadonlySet<string>; names: ReadonlySet<string> }> {
  const needles = fresh.length > maxNeedles ? [''] : [...new Set(fresh.map(needleOf))];
  const known = new Set<string>();
  const names = new Set<string>();
  let forNames = fresh.some(hasName) ? maxForNames : 0;
  let read = 0;
  for (const [path, text] of texts) {
    // Lets the process's other jobs continue while a large site is read.
    if (++read % 50 === 0) await yieldToOthers();
    const plain = text.toLowerCase();
    const isNamed = needles.some((needle) => plain.includes(needle));
    if (!isNamed && forNames <= 0) continue;
    forNames -= text.length;
    for (const finding of listFindings(path, text)) {
      known.add(keyOf(finding));
      if (hasName(finding)) names.add(finding.value);
    }
  }
  return { known, names };
}

/** The longest word of the value: text without this word can't contain the value. */
function needleOf({ value, shown = value }: Finding): string {
  if (shown.includes('xn--')) return '';
  const words = shown.toLowerCase().match(/[a-z0-9]+/g) ?? [''];
  return words.reduce((longest, word) => (word.length > longest.length ? word : longest));
}

const maxValueLength = 160;

/** Describes a finding for a reviewer: place, kind, value. `quote` makes a text safe in Markdown code. */
export function describeFinding(finding: PlacedFinding, quote: (text: string) => string): string {
  const shown = clip(finding.shown ?? finding.value);
  const alike = finding.lookAlike === undefined ? '' : `; it looks like \`${quote(clip(finding.lookAlike))}\``;
  const known =
    finding.kind === 'host' || finding.kind === 'package' || finding.kind === 'owner'
      ? ', which no file of the site named before'
      : '';
  return `\`${quote(finding.path)}\` line ${finding.line} ${kindWords[finding.kind]} \`${quote(shown)}\`${known}${alike}.`;
}

const clip = (text: string): string =>
  text.length <= maxValueLength ? text : `${text.slice(0, maxValueLength)}…`.toWellFormed();
