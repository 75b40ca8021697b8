import { WidgetType, type EditorView } from '@codemirror/view';
import type { Prop } from './edit-tag.ts';
import { openSource, visualHost } from './visual-state.ts';

/** Creates an element. Text is never read as markup. */
export function element(
  name: string,
  { className, label, text }: { className?: string; label?: string; text?: string } = {},
  ...children: readonly Node[]
): HTMLElement {
  const created = document.createElement(name);
  if (className !== undefined) created.className = className;
  if (label !== undefined) created.setAttribute('aria-label', label);
  if (text !== undefined) created.textContent = text;
  created.append(...children);
  return created;
}

/**
 * Creates a button in the text. It isn't a tab stop, because the Tab key moves out of the text. The toolbar and keys
 * provide the same action for the component at the cursor.
 */
export function button(text: string, label: string, run: () => void): HTMLElement {
  const created = element('button', { className: 'vm-button', label, text });
  created.setAttribute('type', 'button');
  created.tabIndex = -1;
  created.addEventListener('mousedown', (event) => event.preventDefault());
  created.addEventListener('click', (event) => {
    event.preventDefault();
    run();
  });
  return created;
}

/** Opens the part at a widget's position as source, with the cursor in it. */
export function openAt(view: EditorView, dom: HTMLElement, length: number): void {
  const from = view.posAtDOM(dom);
  const range = { from, to: Math.min(from + length, view.state.doc.length) };
  view.dispatch({ effects: openSource.of(range), selection: { anchor: from }, scrollIntoView: true });
  view.focus();
}

/** Text that replaces markup, such as a bullet or the end of a component. */
export class MarkWidget extends WidgetType {
  readonly text: string;
  readonly className: string;
  constructor(text: string, className: string) {
    super();
    this.text = text;
    this.className = className;
  }
  override eq(other: MarkWidget): boolean {
    return other.text === this.text && other.className === this.className;
  }
  override toDOM(): HTMLElement {
    const dom = element('span', { className: this.className, text: this.text });
    dom.setAttribute('aria-hidden', 'true');
    return dom;
  }
}

export class CheckboxWidget extends WidgetType {
  readonly isChecked: boolean;
  constructor(isChecked: boolean) {
    super();
    this.isChecked = isChecked;
  }
  override eq(other: CheckboxWidget): boolean {
    return other.isChecked === this.isChecked;
  }
  override toDOM(view: EditorView): HTMLElement {
    const dom = document.createElement('input');
    dom.type = 'checkbox';
    dom.checked = this.isChecked;
    dom.tabIndex = -1;
    dom.disabled = view.state.readOnly;
    dom.setAttribute('aria-label', 'Done');
    dom.className = 'vm-checkbox';
    dom.addEventListener('change', () => {
      const from = view.posAtDOM(dom);
      view.dispatch({ changes: { from, to: from + 3, insert: dom.checked ? '[x]' : '[ ]' }, userEvent: 'input' });
    });
    return dom;
  }
  override ignoreEvent(): boolean {
    return true;
  }
}

/** The opening tag of a component: its name, its most important prop, and a button for all of them. */
export class TagWidget extends WidgetType {
  readonly name: string;
  readonly tag: string;
  readonly props: readonly Prop[];
  readonly look: 'block' | 'inline';
  constructor(name: string, tag: string, props: readonly Prop[], look: 'block' | 'inline') {
    super();
    this.name = name;
    this.tag = tag;
    this.props = props;
    this.look = look;
  }
  override eq(other: TagWidget): boolean {
    return other.tag === this.tag && other.look === this.look;
  }
  override toDOM(view: EditorView): HTMLElement {
    const { name, props, tag, look } = this;
    const dom = element('span', { className: look === 'block' ? 'vm-tag' : 'vm-tag vm-inline' });
    dom.dataset['kind'] = name;
    dom.append(element('span', { className: 'vm-name', text: name }));
    const [title, ...details] = summarize(props);
    if (title !== undefined) dom.append(element('span', { className: 'vm-title', text: title }));
    const edit = (): void => {
      if (!view.state.readOnly)
        view.state.facet(visualHost)?.onProperties({ name, text: tag, from: view.posAtDOM(dom) });
    };
    if (look === 'inline') {
      dom.addEventListener('click', edit);
      return dom;
    }
    for (const detail of details)
      if (detail !== undefined) dom.append(element('span', { className: 'vm-detail', text: detail }));
    const actions = element('span', { className: 'vm-actions' });
    if (!view.state.readOnly) actions.append(button('Properties', `Properties of ${name}`, edit));
    actions.append(button('Source', `Source of ${name}`, () => openAt(view, dom, tag.length)));
    dom.append(actions);
    return dom;
  }
  override ignoreEvent(event: Event): boolean {
    return event.type === 'mousedown' && event.target instanceof HTMLButtonElement;
  }
}

/** The most informative props, in this order. */
const titles: readonly string[] = ['title', 'label', 'name', 'path', 'query', 'body', 'header', 'caption', 'headline'];
const SHOWN_DETAILS = 3;

function summarize(props: readonly Prop[]): readonly (string | undefined)[] {
  const named = titles.map((name) => props.find((prop) => prop.name === name && prop.value.kind === 'text'));
  const title = named.find((prop) => prop !== undefined);
  const details = props
    .filter((prop) => prop !== title && !/^(?:class|className|style|id)$/.test(prop.name))
    .map(({ name, value }) => (value.kind === 'switch' ? (value.isOn ? name : `no ${name}`) : `${name}: ${value.text}`))
    .slice(0, SHOWN_DETAILS);
  return [title !== undefined && 'text' in title.value ? title.value.text : undefined, ...details];
}

/** A part, such as imports, that is collapsed to one line and opens as source. */
export class ChipWidget extends WidgetType {
  readonly text: string;
  readonly length: number;
  constructor(text: string, length: number) {
    super();
    this.text = text;
    this.length = length;
  }
  override eq(other: ChipWidget): boolean {
    return other.text === this.text && other.length === this.length;
  }
  override toDOM(view: EditorView): HTMLElement {
    const dom = element('div', { className: 'vm-chip' });
    dom.append(button(this.text, `${this.text}, show as source`, () => openAt(view, dom, this.length)));
    return dom;
  }
  override ignoreEvent(): boolean {
    return true;
  }
}

/** The page's title and description, instead of the frontmatter. */
export class FrontmatterWidget extends WidgetType {
  readonly title: string;
  readonly description: string;
  readonly length: number;
  constructor(title: string, description: string, length: number) {
    super();
    this.title = title;
    this.description = description;
    this.length = length;
  }
  override eq(other: FrontmatterWidget): boolean {
    return other.title === this.title && other.description === this.description && other.length === this.length;
  }
  override toDOM(view: EditorView): HTMLElement {
    const title = element('div', { className: 'vm-page-title', text: this.title || 'Untitled page' });
    const dom = element('div', { className: 'vm-page' }, title);
    if (this.title === '') title.dataset['empty'] = '';
    if (this.description !== '') dom.append(element('div', { className: 'vm-page-about', text: this.description }));
    dom.append(
      element(
        'div',
        { className: 'vm-page-actions' },
        button('Page settings', 'Page settings', () => view.state.facet(visualHost)?.onPageSettings()),
        button('Source', 'Source of the frontmatter', () => openAt(view, dom, this.length)),
      ),
    );
    return dom;
  }
  override ignoreEvent(): boolean {
    return true;
  }
}

/** An image, or its alternative text if it can't be displayed here. */
export class ImageWidget extends WidgetType {
  readonly address: string;
  readonly alt: string;
  constructor(address: string, alt: string) {
    super();
    this.address = address;
    this.alt = alt;
  }
  override eq(other: ImageWidget): boolean {
    return other.address === this.address && other.alt === this.alt;
  }
  override toDOM(view: EditorView): HTMLElement {
    const { address, alt } = this;
    const placeholder = element('span', { className: 'vm-missing', text: `Image: ${alt || address}` });
    const dom = element('span', { className: 'vm-image' }, placeholder);
    void view.state
      .facet(visualHost)
      ?.loadImage(address)
      .then((source) => {
        if (source === undefined) return;
        const image = document.createElement('img');
        image.alt = alt;
        image.addEventListener('load', () => view.requestMeasure());
        image.src = source;
        placeholder.replaceWith(image);
      });
    return dom;
  }
  override ignoreEvent(): boolean {
    return false;
  }
}
