import { readCodeBlock, readFormula, withInlineFormulas } from './special-code.ts';

/** A block of plain Markdown, converted from a page with components. It is quoted as a whole or not at all. */
export interface Block {
  readonly kind: 'text' | 'code' | 'list' | 'table';
  readonly markdown: string;
}

const openTag = /^<(?<name>[A-Z][\w.]*)(?<attributes>(?:\s[^<>]*?)?)(?<end>\/?)>/s;
const closeTag = /^<\/(?<name>[A-Z][\w.]*)>/;

function attributeOf(attributes: string, name: string): string {
  return (
    new RegExp(`\\s${name}=(?:"([^"]*)"|'([^']*)'|\\{["'\`]([^"'\`]*)["'\`]\\})`)
      .exec(attributes)
      ?.slice(1)
      .find(Boolean) ?? ''
  );
}

/** The label at the beginning of a component. */
function labelOf(name: string, attributes: string, step: number): string {
  const title = attributeOf(attributes, 'title') || attributeOf(attributes, 'label') || attributeOf(attributes, 'name');
  const href = attributeOf(attributes, 'href');
  if (name === 'Step') return `${step}. **${title}**`;
  if (/^(?:ParamField|ResponseField)$/.test(name)) {
    const field =
      ['path', 'query', 'body', 'header', 'name'].map((key) => attributeOf(attributes, key)).find(Boolean) ?? title;
    const type = attributeOf(attributes, 'type');
    return field === '' ? '' : `- \`${field}\`${type === '' ? '' : ` (${type})`}:`;
  }
  if (title === '') return '';
  return href === '' ? `**${title}**` : `[${title}](${href})`;
}

const isHeadingLabel = (label: string): boolean => label.startsWith('**') || label.startsWith('[');

interface Frame {
  readonly name: string;
  step: number;
}

/** Lines without components and modules, with only the indentation that their own lists need. */
function toPlainLines(markdown: string): string[] {
  const lines: string[] = [];
  const frames: Frame[] = [];
  let fence = '';
  let fenceIndent = 0;
  let inModule = false;
  const all = markdown.split('\n');
  for (let at = 0; at < all.length; at += 1) {
    const line = all[at] ?? '';
    const mark = /^(?<indent>\s*)(?<mark>`{3,}|~{3,})/.exec(line)?.groups;
    if (fence !== '') {
      lines.push(line.slice(Math.min(fenceIndent, line.length - line.trimStart().length)));
      if (mark?.mark?.startsWith(fence) === true && line.trim() === mark.mark) fence = '';
      continue;
    }
    if (mark?.mark !== undefined) {
      fence = mark.mark;
      // Inside a component, the indentation belongs to the component; elsewhere it determines the list item to which
      // the code belongs.
      fenceIndent = frames.length === 0 ? 0 : (mark.indent?.length ?? 0);
      lines.push(line.slice(fenceIndent));
      continue;
    }
    const special = readCodeBlock(all, at) ?? readFormula(all, at);
    if (special !== undefined) {
      lines.push(...special.lines);
      at = special.next - 1;
      continue;
    }
    if (/^(?:import|export)\s/.test(line)) inModule = !/;\s*$/.test(line);
    else if (inModule) inModule = !/;\s*$|^\s*$/.test(line);
    else lines.push(...plainLine(line, frames).map(withInlineFormulas));
  }
  return lines;
}

function plainLine(line: string, frames: Frame[]): string[] {
  let rest = line;
  if (frames.length > 0) rest = rest.replace(new RegExp(`^ {0,${frames.length * 2}}|^\\t{0,${frames.length}}`), '');
  const kept: string[] = [];
  let text = '';
  for (let at = rest.search(/<\/?[A-Z]/); at >= 0; at = rest.search(/<\/?[A-Z]/)) {
    text += rest.slice(0, at);
    rest = rest.slice(at);
    const close = closeTag.exec(rest);
    const open = close === null ? openTag.exec(rest) : null;
    if (close !== null) {
      frames.pop();
      rest = rest.slice(close[0].length);
    } else if (open?.groups !== undefined && open.groups.name !== undefined) {
      const { name, attributes = '', end } = open.groups;
      const parent = frames.at(-1);
      if (name === 'Step' && parent !== undefined) parent.step += 1;
      const label = labelOf(name, attributes, parent?.step ?? 1);
      // Without a blank line, the label would continue the paragraph of the component before it.
      if (isHeadingLabel(label) && text.trim() === '') kept.push('');
      if (label !== '') text = text.trim() === '' ? label : `${text}${label}`;
      if (end === '') frames.push({ name, step: 0 });
      rest = rest.slice(open[0].length);
      if (label !== '' && rest.trim() !== '' && !label.endsWith(':')) {
        kept.push(text, '');
        text = '';
      } else if (label.endsWith(':')) text += ' ';
    } else {
      text += rest.slice(0, 1);
      rest = rest.slice(1);
      break;
    }
  }
  kept.push(`${text}${rest}`.replaceAll(/\{\/\*.*?\*\/\}/g, ''));
  return kept;
}

const isListItem = (line: string): boolean => /^\s*(?:[*+-]|\d{1,9}[.)])\s/.test(line);

/**
 * Blocks in the order of the text. A list is one block with its items' code and text, so that procedures aren't cut.
 */
export function readBlocks(markdown: string): Block[] {
  const blocks: Block[] = [];
  let kind: Block['kind'] = 'text';
  let lines: string[] = [];
  let fence = '';
  const end = (): void => {
    const text = lines
      .join('\n')
      .replaceAll(/\n{3,}/g, '\n\n')
      .trim();
    if (text !== '') blocks.push({ kind, markdown: text });
    lines = [];
    kind = 'text';
  };
  const all = toPlainLines(markdown);
  for (const [index, line] of all.entries()) {
    const mark = /^\s*(?<mark>`{3,}|~{3,})/.exec(line)?.groups?.mark ?? '';
    if (fence !== '') {
      lines.push(line);
      if (mark.startsWith(fence) && line.trim() === mark) {
        fence = '';
        if (kind === 'code') end();
      }
    } else if (mark !== '') {
      if (kind !== 'list') {
        end();
        kind = 'code';
      }
      fence = mark;
      lines.push(line);
    } else if (line.trim() === '') {
      // The text after a blank line in a list belongs to the list if it is an item, code or indented.
      const next = all.slice(index + 1).find((later) => later.trim() !== '') ?? '';
      if (kind === 'list' && (isListItem(next) || /^(?:\s{2,}|`{3,})/.test(next))) lines.push('');
      else end();
    } else if (isListItem(line) && kind !== 'list') {
      if (kind !== 'text' || lines.length === 0) end();
      kind = 'list';
      lines.push(line);
    } else {
      if (line.trimStart().startsWith('|') && lines.length === 0) kind = 'table';
      lines.push(line);
    }
  }
  end();
  return blocks;
}
