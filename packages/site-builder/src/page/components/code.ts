import type { ChildParts, ComponentHandler, Props, RenderContext } from '../component.ts';
import type { CodeFence } from '../../markup/code-fence.ts';
import type { Html } from '../../markup/html.ts';
import { fillWord } from '../../markup/fill-word.ts';

import { flagProp, linesProp, textProp } from './read-props.ts';
import { writeTabs, type TabPanel } from '../../markup/write-tabs.ts';

/** Blocks that are shown one at a time. Selecting a title also selects it in other groups and in `<Tabs>`. */
const codeGroup: ComponentHandler = (props, children, context) => writeGroup(props, children, context, 'code-group');
const requestExample: ComponentHandler = (props, children, context) =>
  writeGroup(props, children, context, 'code-group request-example');
const responseExample: ComponentHandler = (props, children, context) =>
  writeGroup(props, children, context, 'code-group response-example');

function writeGroup(props: Props, children: ChildParts, context: RenderContext, className: string): Html {
  const panels: TabPanel[] = [];
  let before = '';
  let after = '';
  for (const part of children.parts()) {
    const fence =
      part.kind === 'code'
        ? part.fence
        : part.kind === 'component' && part.name === 'CodeBlock'
          ? toFence(part.props, part.children)
          : undefined;
    if (fence) panels.push(toPanel(fence, panels.length, context));
    else if (panels.length === 0) before += part.html();
    else after += part.html();
  }
  if (panels.length === 0) return before.trim();
  const label = className.includes('response')
    ? 'responses'
    : className.includes('request')
      ? 'requests'
      : 'codeExamples';
  const set = writeTabs({
    className,
    label: context.word(label),
    panels,
    selected: 0,
    sync: true,
    asMenu: flagProp(props, 'dropdown'),
    serial: context.counter(),
  });
  return before.trim() + set + after.trim();
}

function toPanel(fence: CodeFence, index: number, context: RenderContext): TabPanel {
  const { title, icon, ...untitled } = fence;
  const label =
    title ?? (fence.language === '' ? fillWord(context.word('codeNumber'), { n: index + 1 }) : fence.language);
  return {
    id: '',
    title: label,
    icon: icon === undefined ? '' : context.icon({ name: icon, className: 'code-block-icon' }),
    html: context.codeBlock(untitled),
  };
}

const codeBlock: ComponentHandler = (props, children, context) => context.codeBlock(toFence(props, children));

function toFence(props: Props, children: ChildParts): CodeFence {
  const title = textProp(props, 'filename') || textProp(props, 'title');
  const icon = textProp(props, 'icon');
  return {
    language: textProp(props, 'language').toLowerCase(),
    code: (textProp(props, 'code') || children.text()).replace(/^\n+|\s+$/g, ''),
    ...(title === '' ? {} : { title }),
    ...(icon === '' ? {} : { icon }),
    lines: flagProp(props, 'lines'),
    wrap: flagProp(props, 'wrap'),
    expandable: flagProp(props, 'expandable'),
    twoslash: false,
    highlight: linesProp(props, 'highlight'),
    focus: linesProp(props, 'focus'),
    extra: {},
  };
}

export const codeComponents: readonly (readonly [string, ComponentHandler])[] = [
  ['CodeBlock', codeBlock],
  ['CodeGroup', codeGroup],
  ['SnippetGroup', codeGroup],
  ['RequestExample', requestExample],
  ['ResponseExample', responseExample],
];
