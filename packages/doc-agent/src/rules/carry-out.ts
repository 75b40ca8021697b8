import { toRelativePath } from '../paths/check-path.ts';
import { addChangelogEntry } from './add-changelog-entry.ts';
import { addCallout, appendSection, createPage } from './create-text.ts';
import { fixPages } from './fix-pages.ts';
import type { Instruction, SettledInstruction } from './instruction.ts';
import type { Plan, ToolRequest } from './plan.ts';
import { describeRefused, toReport, toText } from './read-answer.ts';
import { replaceText } from './replace-text.ts';

/** The plan of one instruction. */
export function carryOut(instruction: SettledInstruction): Plan {
  switch (instruction.kind) {
    case 'replace':
      return replaceText(instruction);
    case 'fix':
      return fixPages(instruction);
    case 'create':
      return createPage(instruction);
    case 'append':
      return appendSection(instruction);
    case 'callout':
      return addCallout(instruction);
    case 'changelog':
      return addChangelogEntry(instruction);
    case 'move':
    case 'frontmatter':
    case 'redirect':
    case 'delete':
    case 'add_to_group':
    case 'unlist':
    case 'rename_group':
    case 'move_group':
    case 'remove_redirect':
    case 'rename_section':
    case 'remove_section':
    case 'add_to_section':
      return callOnce(toRequest(instruction), describe(instruction));
  }
}

type OneCall = Extract<
  Instruction,
  {
    kind:
      | 'move'
      | 'frontmatter'
      | 'redirect'
      | 'delete'
      | 'add_to_group'
      | 'unlist'
      | 'rename_group'
      | 'move_group'
      | 'remove_redirect'
      | 'rename_section'
      | 'remove_section'
      | 'add_to_section';
  }
>;

function toRequest(instruction: OneCall): ToolRequest {
  switch (instruction.kind) {
    case 'move':
      return { tool: 'move_page', input: { from: instruction.from, to: instruction.to } };
    case 'frontmatter':
      return { tool: 'frontmatter', input: { path: instruction.page, set: instruction.set, unset: instruction.unset } };
    case 'redirect':
      return {
        tool: 'navigation',
        input: { op: 'add_redirect', source: instruction.from, destination: instruction.to },
      };
    case 'delete':
      return {
        tool: 'delete_page',
        input: {
          path: instruction.page,
          ...(instruction.redirect === undefined ? {} : { redirect: instruction.redirect }),
        },
      };
    case 'add_to_group': {
      const after = instruction.after === undefined ? {} : { after: instruction.after };
      return {
        tool: 'navigation',
        input: {
          op: instruction.isMove === true ? 'move_page' : 'add_page',
          page: instruction.page,
          group: instruction.group,
          ...after,
        },
      };
    }
    case 'rename_group':
      return {
        tool: 'navigation',
        input: { op: 'rename_group', group: instruction.group, name: instruction.name },
      };
    case 'move_group': {
      const { group, beside, isBehind } = instruction;
      return { tool: 'navigation', input: { op: 'move_group', group, [isBehind ? 'after' : 'before']: beside } };
    }
    case 'remove_redirect':
      return { tool: 'navigation', input: { op: 'remove_redirect', source: instruction.from } };
    case 'rename_section':
      return toSectionRequest('rename', instruction, instruction.to);
    case 'remove_section':
      return toSectionRequest('remove', instruction);
    case 'add_to_section':
      return toSectionRequest('append', instruction, instruction.text);
    case 'unlist':
      return { tool: 'navigation', input: { op: 'remove_page', page: instruction.page } };
  }
}

function toSectionRequest(
  op: string,
  { page, section }: { readonly page: string; readonly section: string },
  text?: string,
): ToolRequest {
  return { tool: 'section', input: { op, path: page, heading: section, ...(text === undefined ? {} : { text }) } };
}

function describe(instruction: OneCall): string {
  switch (instruction.kind) {
    case 'move':
      return `Moved page \`${instruction.from}\` to \`${instruction.to}\`, with its links, navigation and a redirect`;
    case 'frontmatter': {
      const set = Object.entries(instruction.set).map(([key, value]) => `\`${key}\` to ${JSON.stringify(value)}`);
      const parts = [...set.map((part) => `set ${part}`), ...instruction.unset.map((key) => `removed \`${key}\``)];
      const text = `${parts.join(', ')} in \`${instruction.page}\``;
      return `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}`;
    }
    case 'redirect':
      return `Added a redirect from \`${instruction.from}\` to \`${instruction.to}\``;
    case 'delete':
      return `Deleted page \`${instruction.page}\`${instruction.redirect === undefined ? '' : ` and redirected it to \`${instruction.redirect}\``}`;
    case 'add_to_group':
      return `${instruction.isMove === true ? 'Moved' : 'Added'} page \`${instruction.page}\` to the group "${instruction.group}"`;
    case 'rename_group':
      return `Renamed the group "${instruction.group}" to "${instruction.name}"`;
    case 'move_group':
      return `Moved the group "${instruction.group}" ${instruction.isBehind ? 'below' : 'above'} "${instruction.beside}"`;
    case 'remove_redirect':
      return `Removed the redirect from \`${instruction.from}\``;
    case 'rename_section':
      return `Renamed the section "${instruction.section}" of \`${instruction.page}\` to "${instruction.to}"`;
    case 'remove_section':
      return `Removed the section "${instruction.section}" of \`${instruction.page}\``;
    case 'add_to_section':
      return `Added to the section "${instruction.section}" of \`${instruction.page}\``;
    case 'unlist':
      return `Removed page \`${instruction.page}\` from the navigation`;
  }
}

function* callOnce(request: ToolRequest, done: string): Plan {
  const [answer] = yield [request];
  if (answer?.error !== undefined) return toReport(answer.error, answer.value);
  // If the destination is a folder, the page keeps its name, and the report contains the new path.
  const to = request.tool === 'move_page' ? answer?.value['to'] : undefined;
  const asked = toText(request.input['to']);
  const isFolder = typeof to === 'string' && !to.startsWith(`${toRelativePath(asked)}.`);
  const text = isFolder ? done.replace(`to \`${asked}\``, () => `to \`${to}\``) : done;
  return { kind: 'done', text: `${text}${describeRefused(answer?.value ?? {})}` };
}
