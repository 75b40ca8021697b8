import type { ComponentHandler } from '../component.ts';
import type { ComponentWord } from '../../text/component-words.ts';
import type { Html } from '../../markup/html.ts';
import { escapeAttribute } from '../../markup/escape-html.ts';
import { colorProp, htmlProp, iconProp } from './read-props.ts';

interface CalloutKind {
  readonly kind: string;
  /** For screen readers, which don't convey the color. */
  readonly label: ComponentWord;
  readonly icon: string;
}

const KINDS: readonly (CalloutKind & { readonly name: string })[] = [
  { name: 'Note', kind: 'note', label: 'note', icon: 'circle-info' },
  { name: 'Info', kind: 'info', label: 'info', icon: 'circle-info' },
  { name: 'Tip', kind: 'tip', label: 'tip', icon: 'lightbulb' },
  { name: 'Check', kind: 'check', label: 'success', icon: 'check' },
  { name: 'Warning', kind: 'warning', label: 'warning', icon: 'triangle-exclamation' },
  { name: 'Danger', kind: 'danger', label: 'danger', icon: 'circle-exclamation' },
];

const callout: ComponentHandler = (props, children, context) => {
  const color = colorProp(props, 'color');
  const icon = iconProp(props, context, 'callout-icon');
  const style = color === undefined ? '' : ` style="--callout:${escapeAttribute(color)}"`;
  return writeCallout({
    kind: 'custom',
    label: '',
    icon,
    style,
    title: htmlProp(props, 'title'),
    body: children.html(),
  });
};

/** Names of the callouts with a fixed kind, in the order of the manual. */
export const calloutNames: readonly string[] = KINDS.map(({ name }) => name);

/** The kinds as written in class names and in a card's `type`: `note`. */
export const calloutKinds: readonly string[] = KINDS.map(({ kind }) => kind);

/** A component for each kind, and `Callout` with a custom color and icon. */
export const callouts: readonly (readonly [string, ComponentHandler])[] = [
  ...KINDS.map((kind): readonly [string, ComponentHandler] => [kind.name, namedCallout(kind)]),
  ['Callout', callout],
];

function namedCallout(kind: CalloutKind): ComponentHandler {
  return (props, children, context) => {
    const icon =
      iconProp(props, context, 'callout-icon') ||
      context.icon({ name: kind.icon, library: 'fontawesome', className: 'callout-icon' });
    return writeCallout({
      kind: kind.kind,
      label: context.word(kind.label),
      icon,
      style: '',
      title: htmlProp(props, 'title'),
      body: children.html(),
    });
  };
}

interface CalloutParts {
  readonly kind: string;
  readonly label: string;
  readonly icon: Html;
  readonly style: string;
  readonly title: Html;
  readonly body: Html;
}

function writeCallout({ kind, label, icon, style, title, body }: CalloutParts): Html {
  const name = label === '' ? '' : ` aria-label="${escapeAttribute(label)}"`;
  const heading = title === '' ? '' : `<p class="callout-title">${title}</p>`;
  return `<div class="callout callout-${kind}" role="note"${name}${style}>${icon}<div class="callout-body">${heading}${body}</div></div>`;
}
