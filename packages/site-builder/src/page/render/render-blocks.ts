import { writeHeading } from '../components/index.ts';
import type { ContainerNode, HeadingNode, ListItemNode, ListNode, MdNode, TableNode } from '../mdx/ast.ts';
import { escapeAttribute } from '../../markup/escape-html.ts';
import type { Html } from '../../markup/html.ts';
import { blockTag } from './html-elements.ts';
import { plainText } from './plain-text.ts';
import type { RenderEnv } from './render-env.ts';
import { wrapTable, writeCell } from './write-cell.ts';

export function renderParagraph(node: ContainerNode, env: RenderEnv): Html {
  reportDirective(node, env);
  const html = env.render.nodes(node.children, env);
  if (isUnravelled(node)) return html;
  if (html.trim() === '') return '';
  // In browsers, a block inside a paragraph ends the paragraph, and the closing tag creates an empty paragraph.
  if (hasJsx(node) && blockTag.test(html)) return `<div class="paragraph">${html}</div>`;
  return `<p>${html}</p>`;
}

/** Reports `:::note` from other tools, because readers see the colons. */
function reportDirective({ children: [first] }: ContainerNode, { page }: RenderEnv): void {
  const name = first?.type === 'text' ? /^:{3,} ?([a-z]\w*)/i.exec(first.value)?.[1] : undefined;
  if (name === undefined) return;
  page.report({
    severity: 'warning',
    code: 'mdx-syntax',
    message: `":::${name}" is a directive of other tools; it is shown as text.`,
    fix: 'Write a component: <Note>, <Info>, <Tip>, <Warning> or <Steps>.',
  });
}

/**
 * Whether a paragraph contains only components and expressions, and is therefore not a paragraph: MDX's rule for a line
 * of JSX.
 */
export function isUnravelled(node: ContainerNode): boolean {
  let hasElement = false;
  for (const child of node.children) {
    if (child.type === 'mdxJsxTextElement' || child.type === 'mdxTextExpression') hasElement = true;
    else if (child.type !== 'text' || child.value.trim() !== '') return false;
  }
  return hasElement;
}

function hasJsx(node: ContainerNode): boolean {
  return node.children.some((child) => child.type !== 'text' && child.type !== 'inlineCode' && child.type !== 'link');
}

export function renderHeading(node: HeadingNode, env: RenderEnv): Html {
  const { page } = env;
  let html = page.output.withoutText(() => env.render.nodes(node.children, env));
  const [, customHtml, custom] = /^([\s\S]*?)\s*\{#([^{}<>"`]+)\}\s*$/.exec(html) ?? [];
  if (customHtml !== undefined) html = customHtml;
  const text = plainText(html);
  const id = custom === undefined ? page.uniqueId(text) : claimId(custom.trim().replace(/\s+/g, '-'), env);
  page.addHeading({ id, text, depth: node.depth });
  return writeHeading({ depth: node.depth, id, html, text, linkTo: page.word('linkTo') });
}

/** Makes an author's own ID unique on the page. It is otherwise unchanged, even if it doesn't follow the slug rule. */
function claimId(id: string, env: RenderEnv): string {
  const { ids } = env.page.position;
  if (!ids.has(id)) {
    ids.set(id, 1);
    return id;
  }
  return env.page.uniqueId(id);
}

export function renderList(node: ListNode, env: RenderEnv): Html {
  const loose = isLoose(node);
  let items = '';
  for (const item of node.children)
    items += item.type === 'listItem' ? renderListItem(item, loose, env) : env.render.node(item, env);
  const tasks = node.children.some((item) => item.type === 'listItem' && typeof item.checked === 'boolean');
  const classes = tasks ? ' class="task-list"' : '';
  if (node.ordered !== true) return `<ul${classes}>${items}</ul>`;
  const start = typeof node.start === 'number' && node.start !== 1 ? ` start="${node.start}"` : '';
  return `<ol${start}${classes}>${items}</ol>`;
}

/** Whether a list has empty lines between its items, which then contain paragraphs. */
function isLoose(node: ListNode): boolean {
  return node.spread === true || node.children.some((item) => item.type === 'listItem' && item.spread === true);
}

export function renderListItem(node: ListItemNode, loose: boolean, env: RenderEnv): Html {
  const checked = node.checked;
  const box =
    typeof checked === 'boolean'
      ? `<input type="checkbox" disabled${checked ? ' checked' : ''} aria-label="${escapeAttribute(env.page.word(checked ? 'done' : 'toDo'))}"> `
      : '';
  let html = '';
  for (const child of node.children) html += renderItemChild(child, loose, env);
  const withBox = box !== '' && html.startsWith('<p>') ? `<p>${box}${html.slice(3)}` : box + html;
  return `<li>${withBox}</li>`;
}

function renderItemChild(child: MdNode, loose: boolean, env: RenderEnv): Html {
  if (!loose && child.type === 'paragraph') return `${env.render.nodes(child.children, env)}\n`;
  return env.render.node(child, env);
}

export function renderTable(node: TableNode, env: RenderEnv): Html {
  const [head, ...rows] = node.children;
  const align = node.align ?? [];
  const columns = head?.type === 'tableRow' ? head.children.length : 0;
  const headHtml = head?.type === 'tableRow' ? `<thead><tr>${renderCells(head, 'th', align, env)}</tr></thead>` : '';
  let body = '';
  for (const row of rows) {
    if (row.type !== 'tableRow') continue;
    body += `<tr>${renderCells(row, 'td', align, env)}${'<td></td>'.repeat(Math.max(0, columns - row.children.length))}</tr>`;
  }
  const table = `<table>${headHtml}${body === '' ? '' : `<tbody>${body}</tbody>`}</table>`;
  return wrapTable(table, env.page.word('table'));
}

function renderCells(row: ContainerNode, tag: 'th' | 'td', align: readonly (string | null)[], env: RenderEnv): Html {
  return row.children
    .map((cell, index) => {
      const side = align[index];
      const style = side === 'left' || side === 'right' || side === 'center' ? ` style="text-align:${side}"` : '';
      return writeCell({ tag, attributes: style, html: env.render.node(cell, env) });
    })
    .join('');
}
