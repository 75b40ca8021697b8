import type { ChildParts, ComponentHandler, RenderContext } from '../component.ts';
import type { Html } from '../../markup/html.ts';
import { fillWord } from '../../markup/fill-word.ts';

import { countProp, flagProp, iconProp, textProp } from './read-props.ts';
import { writeTabs, type TabPanel } from '../../markup/write-tabs.ts';

const tabs: ComponentHandler = (props, children, context) => {
  const { panels, rest } = collectPanels(children, context);
  if (panels.length === 0) return rest;
  const selected = countProp(props, 'defaultTabIndex', { least: 0, most: panels.length - 1 }) ?? 0;
  const written = writeTabs({
    className: flagProp(props, 'borderBottom') ? 'tabs tabs-bordered' : 'tabs',
    label: context.word('tabs'),
    panels,
    selected,
    sync: flagProp(props, 'sync', true),
    asMenu: false,
    serial: context.counter(),
  });
  return rest + written;
};

function collectPanels(children: ChildParts, context: RenderContext): { panels: TabPanel[]; rest: Html } {
  const panels: TabPanel[] = [];
  let rest = '';
  for (const part of children.parts()) {
    if (part.kind === 'component' && part.name === 'Tab') {
      const n = panels.length + 1;
      const title = textProp(part.props, 'title');
      // IDs don't depend on the language, so that links work in all languages.
      const id = context.uniqueId(textProp(part.props, 'id') || title || `Tab ${n}`);
      panels.push({
        id,
        title: title || fillWord(context.word('tabNumber'), { n }),
        icon: iconProp(part.props, context, 'tab-icon'),
        html: part.children.html(),
      });
    } else {
      rest += part.html();
    }
  }
  return { panels, rest: rest.trim() };
}

/** A tab outside `<Tabs>` is shown as a titled part of the page. */
const tab: ComponentHandler = (props, children, context) =>
  `<section class="lone-tab"><p class="lone-tab-title">${iconProp(props, context)}${context.inlineMarkdown(textProp(props, 'title'))}</p>${children.html()}</section>`;

export const tabComponents: readonly (readonly [string, ComponentHandler])[] = [
  ['Tabs', tabs],
  ['Tab', tab],
];
