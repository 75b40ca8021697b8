import { Fragment, h } from './runtime.ts';
import type { ComponentChildren } from 'preact';
import type { Slots } from './slots.ts';

/** Converts a built-in component's markup to elements, with the component's input in place of the placeholders. */
export function readMarkup(html: string, slots: Slots): ComponentChildren {
  const template = document.createElement('template');
  template.innerHTML = html;
  return h(Fragment, null, ...readNodes(template.content, slots));
}

function readNodes(parent: Node, slots: Slots): ComponentChildren[] {
  return [...parent.childNodes].flatMap((node) => {
    if (node instanceof Element) return [readElement(node, slots)];
    return node instanceof Text ? slots.open(node.data) : [];
  });
}

function readElement(element: Element, slots: Slots): ComponentChildren {
  const props: Record<string, unknown> = {};
  for (const { name, value } of element.attributes) {
    // Preact sets `open` and similar attributes as properties, for which '' is false.
    const isFlag = value === '' && typeof (element as unknown as Record<string, unknown>)[name] === 'boolean';
    props[name] = isFlag || slots.plain(value);
  }
  const children = readNodes(element, slots);
  // The theme's script initializes a set of tabs once: a different number of panels is a different set.
  if (element.localName === 'dw-tabs') props['key'] = element.childElementCount;
  return h(element.localName, props, ...children);
}
