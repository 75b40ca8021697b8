import type { Report, ToolAnswer } from './plan.ts';

/** Formats a tool's error for a person. */
export function toReport(error: NonNullable<ToolAnswer['error']>, value: ToolAnswer['value'] = {}): Report {
  if (error.code === 'no_change') return { kind: 'nothing', text: `already done: ${error.message}` };
  if (error.code === 'policy' || error.code.startsWith('limit_')) return { kind: 'blocked', text: error.message };
  if (error.code === 'linked' || error.code === 'ambiguous')
    return { kind: 'asks', text: `${error.message}${listed(value)}` };
  return { kind: 'failed', text: `${error.message}${listed(value)}` };
}

function listed(value: ToolAnswer['value']): string {
  const detail = value['error'] as Record<string, unknown> | undefined;
  const items = detail?.['files'] ?? detail?.['groups'] ?? detail?.['headings'];
  if (!Array.isArray(items) || items.length === 0) return '';
  const shown = items.slice(0, 10).map((item) => `\`${toText(item)}\``);
  return ` (${shown.join(', ')}${items.length > shown.length ? ', …' : ''})`;
}

/** Formats a value in a tool's response for a person. */
export function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}

const maxRefusedShown = 10;

/** The files that a call over many files left unchanged, each with its reason. */
export function describeRefused(value: ToolAnswer['value']): string {
  const refused = value['refused'];
  if (!Array.isArray(refused) || refused.length === 0) return '';
  const shown = (refused as Record<string, unknown>[])
    .slice(0, maxRefusedShown)
    .map(({ path, reason }) => `\`${toText(path)}\` (${toText(reason)})`);
  const more = Number(value['totalRefused'] ?? refused.length) - shown.length;
  return `; not changed: ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

export function readOpen(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  return (value as Record<string, unknown>[]).map(
    ({ target, path, line, note }) =>
      `\`${toText(target)}\` (${toText(path)}${line === undefined ? '' : `:${toText(line)}`}${note === undefined ? '' : `, ${describeNote(toText(note))}`})`,
  );
}
const describeNote = (note: string): string =>
  note.startsWith('The redirect') ? 'the destination of a redirect' : note;

export function readReasons(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  return (value as Record<string, unknown>[]).map(
    ({ path, line, from, to, reason }) =>
      `\`${toText(path)}\` line ${toText(line)}: \`${toText(from)}\` → \`${toText(to)}\` (${toText(reason)})`,
  );
}
export function readGroups(value: unknown): string[] {
  return Array.isArray(value) ? (value as Record<string, unknown>[]).map((item) => toText(item['group'])) : [];
}
/** Paths of the files that `list` returns. */
export function readPagePaths(value: unknown): string[] {
  return Array.isArray(value) ? (value as Record<string, unknown>[]).map((item) => toText(item['path'])) : [];
}
export function clip(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
