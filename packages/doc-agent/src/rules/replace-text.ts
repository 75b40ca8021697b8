import type { Instruction } from './instruction.ts';
import type { Plan, ToolAnswer } from './plan.ts';
import { clip, describeRefused, toReport, toText } from './read-answer.ts';
import { quote } from './split-statements.ts';
import { countOf } from '../text/count-of.ts';

export function* replaceText(instruction: Extract<Instruction, { kind: 'replace' }>): Plan {
  const { old, where, kinds, whole } = instruction;
  const input = {
    text: old,
    with: instruction.new,
    ...(where.length === 0 ? {} : { in: where }),
    ...(kinds === undefined ? {} : { kinds }),
    ...(whole === true ? { whole } : {}),
  };
  const [answer] = yield [{ tool: 'replace_text', input }];
  const quoted = JSON.stringify(clip(old));
  if (answer?.error?.code === 'no_match') return reportNothing(instruction, quoted, answer);
  if (answer?.error !== undefined) return toReport(answer.error, answer.value);
  const value = answer?.value ?? {};
  const refused = describeRefused(value);
  const left =
    describeLeft(value['left'], instruction) +
    describeOtherCase(value['otherCase']) +
    describeChangelogs(value['pastReleases']);
  if (Number(value['files'] ?? 0) === 0) return { kind: 'blocked', text: `${quoted} wasn't replaced${refused}` };
  return {
    kind: 'done',
    text: `Replaced ${quoted} with ${JSON.stringify(clip(instruction.new))} in ${countOf(Number(value['files']), 'file')} (${countOf(Number(value['replaced']), 'time')})${left}${refused}`,
  };
}

function describeChangelogs(changed: unknown): string {
  if (!Array.isArray(changed)) return '';
  const paths = changed.map((path) => `\`${toText(path)}\``);
  return `; this includes ${paths.join(', ')}, where entries describe past releases`;
}

type Replace = Extract<Instruction, { kind: 'replace' }>;

function reportNothing(instruction: Replace, quoted: string, answer: ToolAnswer) {
  const detail = answer.value['error'] as Record<string, unknown> | undefined;
  const otherCase = readCounts(detail?.['otherCase']);
  const [spelling] = otherCase[0] ?? [];
  const left = describeLeft(detail?.['left'], instruction) + describeOtherCase(detail?.['otherCase']);
  if (spelling !== undefined && describeLeft(detail?.['left'], instruction) === '')
    return { kind: 'asks', text: `${quoted} isn't there with this capitalization${left}` } as const;
  // The text exists, but as a kind that this request doesn't name, so the person must state whether to include it.
  if (left !== '') {
    const offer = writeOffer(instruction, detail?.['left']);
    const text = `${quoted} isn't in ${nameKinds(instruction)} there${left}`;
    return { kind: 'asks', text, ...(offer === undefined ? {} : { offer }) } as const;
  }
  const { where } = instruction;
  const place = where.length === 0 ? 'any page' : where.map((name) => `\`${name}\``).join(', ');
  return { kind: 'nothing', text: `${quoted} isn't in ${place}` } as const;
}

/** The same request, extended to the kinds of text in which the site contains the old text. */
function writeOffer({ old, new: replacement, where, whole, kinds: named }: Replace, left: unknown): string | undefined {
  const kinds = readCounts(left).flatMap(([kind]) => kindNames[kind]?.[1] ?? []);
  if (whole === true || named !== undefined || kinds.length === 0) return undefined;
  const places =
    where.length === 0 ? '' : ` in ${where.map((name) => (/\s/.test(name) ? quote(name) : name)).join(' and ')}`;
  return `replace ${quote(old)} with ${quote(replacement)}${places} ${kinds.join(' and ').replaceAll(/(?<= and )in /g, '')}`;
}

const nameKinds = ({ kinds }: Replace): string => (kinds ?? ['prose']).join(' or ');

/** The names of the kinds, in counts and in requests. */
const kindNames: Readonly<Record<string, readonly [text: string, ask: string | undefined]>> = {
  prose: ['in prose', 'in prose'],
  code: ['in code', 'in code'],
  links: ['in links and URLs', 'in links'],
  identifiers: ['in identifiers', 'in identifiers'],
  words: ['inside longer words', 'inside words'],
  markup: ['in names of components, expressions or frontmatter keys', undefined],
  files: ["in files that aren't pages", undefined],
};

function readCounts(value: unknown): [string, number][] {
  return Object.entries((value ?? {}) as Record<string, number>);
}

function describeOtherCase(value: unknown): string {
  const found = readCounts(value);
  if (found.length === 0) return '';
  const total = found.reduce((sum, [, number]) => sum + number, 0);
  return `; unchanged: ${total} with different capitalization (${found.map(([spelling]) => `"${clip(spelling)}"`).join(', ')})`;
}

function describeLeft(value: unknown, { whole }: Replace): string {
  const counts = Object.entries((value ?? {}) as Record<string, number>).filter(([kind]) => kind in kindNames);
  if (counts.length === 0) return '';
  const parts = counts.map(([kind, number]) => `${number} ${kindNames[kind]?.[0] ?? kind}`);
  const asks = whole === true ? [] : counts.flatMap(([kind]) => kindNames[kind]?.[1] ?? []).map((ask) => `"${ask}"`);
  const remedy = asks.length === 0 ? '' : ` (write ${asks.join(' or ')} to change those)`;
  return `; unchanged: ${parts.join(', ')}${remedy}`;
}
