import type { ComponentHandler } from '../component.ts';
import { escapeText } from '../../markup/escape-html.ts';
import { flagProp, iconProp, textProp } from './read-props.ts';

const tree: ComponentHandler = (_props, children) => `<ul class="tree" role="list">${children.html().trim()}</ul>`;

const folder: ComponentHandler = (props, children, context) => {
  const icon =
    iconProp(props, context, 'tree-icon') ||
    context.icon({ name: 'folder', library: 'lucide', className: 'tree-icon' });
  const name = `${icon}<span>${escapeText(textProp(props, 'name'))}</span>`;
  const entries = `<ul role="list">${children.html().trim()}</ul>`;
  if (!flagProp(props, 'openable', true))
    return `<li class="tree-folder"><span class="tree-name">${name}</span>${entries}</li>`;
  return `<li class="tree-folder"><details${flagProp(props, 'defaultOpen') ? ' open' : ''}><summary class="tree-name">${name}</summary>${entries}</details></li>`;
};

const file: ComponentHandler = (props, _children, context) => {
  const icon =
    iconProp(props, context, 'tree-icon') || context.icon({ name: 'file', library: 'lucide', className: 'tree-icon' });
  return `<li class="tree-file"><span class="tree-name">${icon}<span>${escapeText(textProp(props, 'name'))}</span></span></li>`;
};

/** Draws a Markdown list as a tree, or folders and files as in a `<Tree>`. */
const fileTree: ComponentHandler = (_props, children) => {
  const html = children.html().trim();
  return html.startsWith('<li')
    ? `<ul class="tree" role="list">${html}</ul>`
    : `<div class="tree tree-list">${html}</div>`;
};

export const trees: readonly (readonly [string, ComponentHandler])[] = [
  ['Tree', tree],
  ['Tree.Folder', folder],
  ['Tree.File', file],
  ['FileTree', fileTree],
  ['FileTree.Folder', folder],
  ['FileTree.File', file],
];
