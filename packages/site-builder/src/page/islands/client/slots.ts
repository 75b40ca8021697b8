/**
 * The children of a built-in component in the browser. The component writes markup in which each child is a
 * placeholder. When the markup has become elements, the child replaces the placeholder, so that its state and handlers
 * are preserved.
 */
import type { ChildPart, ChildParts, Props, PropValue } from '../../component.ts';
import type { Html } from '../../../markup/html.ts';
import { Fragment, isValidElement } from './runtime.ts';
import type { ComponentChildren, FunctionComponent, VNode } from 'preact';

/** Private-use characters: authors don't use them, and they are allowed wherever text is. */
const mark = /\uE0D0(\d+)\uE0D1/;

/** A built-in component in the browser. Components that arrange their children recognize it by name. */
export interface BuiltInComponent extends FunctionComponent<Record<string, unknown>> {
  builtInName?: string;
}

export class Slots {
  readonly #node: ComponentChildren[] = [];

  /** The placeholder of a child; `''` if it shows nothing. */
  put(node: ComponentChildren): Html {
    return isNothing(node) ? '' : `\uE0D0${this.#node.push(node) - 1}\uE0D1`;
  }

  /** Splits text with placeholders into text and the placeholders' values. */
  open(text: string): ComponentChildren[] {
    return text.split(mark).map((piece, index) => (index % 2 === 0 ? piece : this.#node[Number(piece)]));
  }

  /** Text with placeholders as plain text, for attributes and IDs. */
  plain(text: string): string {
    return this.open(text).map(textOf).join('');
  }

  props(props: Readonly<Record<string, unknown>>): Props {
    return Object.fromEntries(
      Object.entries(props).flatMap(([name, value]) =>
        name === 'children' || name === 'key' ? [] : [[name, this.#prop(value)]],
      ),
    );
  }

  children(node: ComponentChildren): ChildParts {
    return {
      html: () => this.put(node),
      parts: () => this.#parts(node),
      text: () => {
        const text = textOf(node);
        // Converts markup to plain text like the builder.
        return /[<>&]/.test(text) || Array.isArray(node) ? text.replace(/\s+/g, ' ').trim() : text.trim();
      },
    };
  }

  #prop(value: unknown): PropValue {
    if (isValidElement(value) || (Array.isArray(value) && value.some((item) => isValidElement(item))))
      return { kind: 'html', html: this.put(value as ComponentChildren) };
    if (Array.isArray(value)) return value.map((item) => this.#prop(item));
    if (typeof value === 'object' && value !== null) {
      const fields = Object.entries(value).map(([name, item]): [string, PropValue] => [name, this.#prop(item)]);
      // Only an element is finished markup; an author's object with the same mark isn't.
      return Object.fromEntries(fields.filter(([name, item]) => name !== 'kind' || item !== 'html'));
    }
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' || value === null)
      return value;
    return typeof value === 'bigint' ? String(value) : undefined;
  }

  #parts(node: ComponentChildren): ChildPart[] {
    if (isNothing(node)) return [];
    if (Array.isArray(node)) return node.flatMap((item: ComponentChildren) => this.#parts(item));
    if (!isElement(node) || typeof node.type === 'string') return [{ kind: 'html', html: () => this.put(node) }];
    const component = node.type as BuiltInComponent;
    const { children } = node.props;
    if ((component as unknown) === Fragment) return this.#parts(children);
    const name = component.builtInName;
    // An author's component is expanded: it may be a part that the parent expects.
    if (name === undefined) return this.#parts((component as (props: object) => ComponentChildren)(node.props));
    return [
      {
        kind: 'component',
        name,
        props: this.props(node.props),
        html: () => this.put(node),
        children: this.children(children),
      },
    ];
  }
}

function isElement(node: unknown): node is VNode<Record<string, unknown> & { children?: ComponentChildren }> {
  return isValidElement(node);
}

function isNothing(node: unknown): boolean {
  if (Array.isArray(node)) return node.every(isNothing);
  return node === null || node === undefined || typeof node === 'boolean' || node === '';
}

function textOf(node: unknown): string {
  if (Array.isArray(node)) return node.map(textOf).join('');
  if (isElement(node)) return textOf(node.props.children);
  return typeof node === 'string' || typeof node === 'number' ? String(node) : '';
}
