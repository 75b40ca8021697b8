import { trimEndOf } from '../text/trim-end.ts';
import type { Instruction } from './instruction.ts';
import type { Plan } from './plan.ts';
import { readGroups, toReport, toText } from './read-answer.ts';

export function* createPage(instruction: Extract<Instruction, { kind: 'create' }>): Plan {
  const { page, title, group, description, content } = instruction;
  if (group !== undefined) {
    const [shown] = yield [
      { tool: 'navigation', input: { op: 'show', group: group.split('>').at(-1)?.trim() ?? group } },
    ];
    if (shown?.error !== undefined) return toReport(shown.error, shown.value);
    const wanted = group.split('>').at(-1)?.trim().toLowerCase();
    const names = readGroups(shown?.value['groups']);
    if (!names.some((name) => name.split(' > ').at(-1)?.toLowerCase() === wanted))
      return { kind: 'failed', text: `the group "${group}" for \`${page}\` doesn't exist` };
  }
  const head = [
    `title: ${JSON.stringify(title)}`,
    ...(description === undefined ? [] : [`description: ${JSON.stringify(description)}`]),
  ];
  const body = content === undefined ? '' : `\n${content.trim()}\n`;
  const path = /\.mdx?$/i.test(page) ? page : `${trimEndOf(page, '/')}.mdx`;
  const [written] = yield [{ tool: 'write', input: { path, content: `---\n${head.join('\n')}\n---\n${body}` } }];
  if (written?.error !== undefined) return toReport(written.error, written.value);
  if (group === undefined)
    return { kind: 'done', text: `Created page \`${path}\` titled "${title}", outside the navigation` };
  const [added] = yield [{ tool: 'navigation', input: { op: 'add_page', page: path, group } }];
  if (added?.error !== undefined) return toReport(added.error, added.value);
  return { kind: 'done', text: `Created page \`${path}\` titled "${title}" in the group "${group}"` };
}

export function* appendSection({ page, section, text }: Extract<Instruction, { kind: 'append' }>): Plan {
  const [read] = yield [{ tool: 'read', input: { path: page, lines: 1 } }];
  if (read?.error !== undefined) return toReport(read.error, read.value);
  const path = toText(read?.value['path'] ?? page);
  const [edited] = yield [{ tool: 'edit', input: { path, append: `\n## ${section}\n\n${text.trim()}\n` } }];
  return edited?.error === undefined
    ? { kind: 'done', text: `Appended the section "${section}" to \`${path}\`` }
    : toReport(edited.error, edited.value);
}

export function* addCallout({ page, component, text }: Extract<Instruction, { kind: 'callout' }>): Plan {
  const [read] = yield [{ tool: 'read', input: { path: page, lines: 1 } }];
  if (read?.error !== undefined) return toReport(read.error, read.value);
  const path = toText(read?.value['path'] ?? page);
  const lead = `<${component}>\n  ${text.trim()}\n</${component}>`;
  const [edited] = yield [{ tool: 'edit', input: { path, lead } }];
  return edited?.error === undefined
    ? { kind: 'done', text: `Added a ${component.toLowerCase()} at the top of \`${path}\`` }
    : toReport(edited.error, edited.value);
}
