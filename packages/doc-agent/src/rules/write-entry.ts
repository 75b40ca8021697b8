/** The position and form of a new changelog entry, derived from the newest existing one. */
export type WrittenEntry = { readonly old: string; readonly new: string } | { readonly problem: string };

interface Newest {
  /** The first line of the entry, and the text between its name and the end of that line. */
  readonly line: string;
  readonly label: string;
  readonly body: string;
  readonly kind: 'update' | 'heading';
}

/** Writes a changelog entry. `page` is the part of the page that was read. */
export function writeEntry(page: string, { label, text }: { label: string | undefined; text: string }): WrittenEntry {
  const entries = findEntries(page);
  const [newest, older] = entries;
  if (newest === undefined) return { problem: 'the page has no entry to copy the format from' };
  if (label === undefined) {
    return { problem: `an entry needs a label, such as "${newest.label}" of the newest one; write \`entry for "…"\`` };
  }
  if (/["<>{}\n]/.test(label)) return { problem: `${JSON.stringify(label)} is not a valid label` };
  const same = entries.find((entry) => entry.label.toLowerCase() === label.toLowerCase());
  if (same !== undefined)
    return { problem: `the entry "${same.label}" already exists; specify what should happen to it` };
  if (older !== undefined && isOlderFirst(newest.label, older.label)) {
    return { problem: `its entries start with the oldest, "${newest.label}"` };
  }
  if (isOlderFirst(label, newest.label)) {
    return { problem: `"${label}" is older than the newest entry, "${newest.label}"; specify where it belongs` };
  }
  if (/\sdescription=/.test(newest.line)) {
    return { problem: 'its entries have descriptions, but the request gives none' };
  }
  if (page.split(newest.line).length !== 2) return { problem: `"${newest.line}" occurs more than once` };
  return { old: newest.line, new: `${compose(newest, label, text)}${newest.line}` };
}

function compose(newest: Newest, label: string, text: string): string {
  const indent = /^\n*([ \t]+)\S/.exec(newest.body)?.[1] ?? '';
  const mark = /^\s*([-*]) /.exec(newest.body)?.[1];
  const lines = text
    .trim()
    .split('\n')
    .map((line) => (line.trim() === '' ? '' : `${indent}${line}`));
  if (mark !== undefined && !/^[-*] /.test(text.trim()))
    lines[0] = `${indent}${mark} ${text.trim().split('\n')[0] ?? ''}`;
  const gap = newest.body.startsWith('\n') ? '\n' : '';
  const head = newest.kind === 'update' ? `<Update label="${label}">` : newest.line.replace(newest.label, () => label);
  return newest.kind === 'update'
    ? `${head}\n${gap}${lines.join('\n')}\n${gap}</Update>\n\n`
    : `${head}\n${gap}${lines.join('\n')}\n\n`;
}

function findEntries(page: string): Newest[] {
  const updates = [
    ...page.matchAll(/^<Update label=(?:"([^"\n]*)"|'([^'\n]*)')[^>\n]*>\n([^]*?)(?=^<Update |$(?![^]))/gm),
  ];
  if (updates.length > 0) {
    return updates.map(([all, double, single, body = '']) => ({
      line: all.slice(0, all.indexOf('\n')),
      label: double ?? single ?? '',
      body,
      kind: 'update',
    }));
  }
  const headings = [...page.matchAll(/^## (.+)\n([^]*?)(?=^## |$(?![^]))/gm)];
  const named = headings.map(([all, title = '', body = '']) => ({
    line: all.slice(0, all.indexOf('\n')),
    label: title.trim(),
    body,
    kind: 'heading' as const,
  }));
  // Some changelogs have other headings between their entries.
  const entries = named.filter(({ label }) => isEntryLabel(label));
  return entries.length * 2 > named.length ? entries : [];
}

const isEntryLabel = (label: string): boolean => readDate(label) !== undefined || readVersion(label) !== undefined;

function isOlderFirst(first: string, second: string): boolean {
  const [a, b] = [readVersion(first), readVersion(second)];
  if (a !== undefined && b !== undefined) return compareVersions(a, b) < 0;
  const [c, d] = [readDate(first), readDate(second)];
  return c !== undefined && d !== undefined && c < d;
}

function readVersion(label: string): number[] | undefined {
  const found = /^\[?v?(\d+(?:\.\d+){1,3})\b/i.exec(label)?.[1];
  return found?.split('.').map(Number);
}

function compareVersions(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((part, index) => part !== (b[index] ?? 0));
  return at === -1 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}

const months = 'January|February|March|April|May|June|July|August|September|October|November|December';
/** `April 2025`, `Apr 3, 2025`, and the last month of `April–May 2025`. */
const monthly = new RegExp(
  `^(?:(?:${months})\\s*[-–—/&]\\s*)?(?:${months}|[A-Z][a-z]{2}\\.?)(?:\\s+\\d{1,2}(?:st|nd|rd|th)?)?,?\\s+\\d{4}$`,
  'i',
);

function readDate(label: string): number | undefined {
  const plain = monthly.test(label) ? label.replace(/^\w+\s*[-–—/&]\s*(?=[A-Za-z])/, '') : label;
  const time = /\d{4}/.test(label) ? Date.parse(`${plain.replace(/(?<=\d)(?:st|nd|rd|th)\b/, '')} UTC`) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}
