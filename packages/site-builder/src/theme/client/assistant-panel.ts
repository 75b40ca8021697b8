/** The assistant's panel, loaded when it is first opened. The reader's thread is kept in this browser. */
import {
  askAssistant,
  rateAnswer,
  readProfile,
  type Profile,
  type Selected,
  type ThreadMessage,
} from './assistant/ask-assistant.ts';
import { panelStyle } from './assistant/panel-style.ts';
import { panelTexts, type PanelTexts } from './assistant/panel-texts.ts';
import { renderMarkdown } from './assistant/render-markdown.ts';
import { drawThumb } from './assistant/draw-thumb.ts';

export interface OpenOptions {
  /** Of the profile; `/message` and `/rating` stand below it. */
  readonly endpoint: string;
  /** Base path of the site, with a slash at its end. */
  readonly base: string;
  readonly selected?: Selected;
  /** Asked at once, unless an answer is being written: then it waits in the field. */
  readonly question?: string;
}

const MAX_KEPT = 40;
let panel: Panel | undefined;

export function openAssistant(options: OpenOptions): void {
  panel ??= new Panel(options);
  panel.open(options);
}

function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  { className = '', text = '', parent }: { className?: string; text?: string; parent?: Node } = {},
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  if (className !== '') made.className = className;
  if (text !== '') made.textContent = text;
  parent?.appendChild(made);
  return made;
}

class Panel {
  readonly #options: OpenOptions;
  readonly #texts: PanelTexts = panelTexts(document.documentElement.lang);
  readonly #root = make('aside', { className: 'assistant' });
  readonly #title = make('h2');
  readonly #log = make('div', { className: 'assistant-log' });
  readonly #shown = make('div', { className: 'assistant-selected' });
  readonly #field = make('textarea');
  readonly #send = make('button');
  readonly #note = make('p', { className: 'assistant-note' });
  #profile: Profile = { name: '', greeting: '', starters: [], retentionDays: 0 };
  #messages: ThreadMessage[] = [];
  #threadId: string = crypto.randomUUID();
  #selected: Selected | undefined;
  #running: AbortController | undefined;
  /** Ends when it is known whether the site's assistant is on. */
  readonly #known: Promise<void>;
  #opener: Element | null = null;

  constructor(options: OpenOptions) {
    this.#options = options;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(panelStyle);
    document.adoptedStyleSheets.push(sheet);
    this.#build();
    this.#load();
    document.body.append(this.#root);
    this.#known = this.#introduce();
  }

  /** What the site's owner has set; without it the panel goes on as it is. */
  async #introduce(): Promise<void> {
    const profile = await readProfile(this.#options.endpoint).catch(() => this.#profile);
    this.#field.disabled = this.#send.disabled = profile === undefined;
    if (profile === undefined) this.#note.textContent = this.#texts.off;
    else this.#show(profile);
  }

  #show(profile: Profile): void {
    this.#profile = profile;
    const title = profile.name === '' ? this.#texts.title : profile.name;
    this.#title.textContent = title;
    for (const named of [this.#root, this.#log]) named.setAttribute('aria-label', title);
    const { retentionDays: days } = profile;
    this.#note.textContent = days === 0 ? '' : this.#texts.kept.replace('{days}', String(days));
    if (this.#running === undefined) this.#draw();
  }

  open({ selected, question }: OpenOptions): void {
    if (!this.#root.contains(document.activeElement)) this.#opener = document.activeElement;
    this.#appear(true);
    this.#select(selected ?? this.#selected);
    this.#field.focus();
    if (question === undefined) return;
    this.#field.value = question;
    void this.#known.then(() => {
      if (this.#running === undefined && !this.#field.disabled) this.#submit(this.#field.value);
    });
  }

  /** On a wide screen the page makes room for the panel. */
  #appear(isShown: boolean): void {
    this.#root.hidden = !isShown;
    document.documentElement.classList.toggle('assistant-beside', isShown);
  }

  #close(): void {
    this.#appear(false);
    const opener = this.#opener?.isConnected === true ? this.#opener : document.querySelector('.assistant-open');
    if (opener instanceof HTMLElement) opener.focus();
  }

  #build(): void {
    const texts = this.#texts;
    this.#root.setAttribute('aria-label', texts.title);
    const header = make('header', { parent: this.#root });
    this.#title.textContent = texts.title;
    header.append(this.#title);
    make('button', { text: texts.newThread, parent: header }).addEventListener('click', () => this.#renew());
    const close = make('button', { text: '✕', parent: header });
    close.setAttribute('aria-label', texts.close);
    close.addEventListener('click', () => this.#close());
    for (const button of header.querySelectorAll('button')) button.type = 'button';
    this.#log.setAttribute('role', 'log');
    this.#log.tabIndex = 0;
    this.#log.setAttribute('aria-label', texts.title);
    const form = make('form');
    this.#field.rows = 1;
    this.#field.placeholder = texts.placeholder;
    this.#field.setAttribute('aria-label', texts.placeholder);
    this.#field.maxLength = 8000;
    this.#send.textContent = texts.send;
    form.append(this.#field, this.#send);
    this.#root.append(this.#log, this.#shown, form, this.#note);
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      if (this.#running === undefined) this.#submit(this.#field.value);
      else this.#running.abort();
    });
    this.#field.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
      event.preventDefault();
      if (this.#running === undefined) this.#submit(this.#field.value);
    });
    this.#root.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') this.#close();
    });
    this.#log.addEventListener('click', (event) => this.#follow(event));
  }

  /** A link to this page scrolls to its place; on a phone the panel makes room for it. */
  #follow(event: MouseEvent): void {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (link === null || link.origin !== location.origin) return;
    const bare = (path: string): string => path.replace(/\.html$|\/$/, '');
    if (matchMedia('(max-width:40rem)').matches) this.#appear(false);
    if (bare(link.pathname) !== bare(location.pathname)) return;
    event.preventDefault();
    if (location.hash === link.hash) document.getElementById(decodeURIComponent(link.hash.slice(1)))?.scrollIntoView();
    else location.hash = link.hash;
  }

  #select(selected: Selected | undefined): void {
    this.#selected = selected;
    this.#shown.hidden = selected === undefined;
    this.#shown.textContent = selected === undefined ? '' : `${this.#texts.about}: ${selected.value.slice(0, 300)}`;
  }

  #submit(input: string): void {
    const text = input.trim();
    if (text === '') return;
    this.#field.value = '';
    this.#messages.push({ id: crypto.randomUUID(), role: 'user', text });
    this.#draw();
    void this.#answer(false);
  }

  async #answer(isRegenerated: boolean): Promise<void> {
    const { endpoint, base } = this.#options;
    const running = new AbortController();
    this.#running = running;
    this.#send.textContent = this.#texts.stop;
    const answer: ThreadMessage = { id: crypto.randomUUID(), role: 'assistant', text: '' };
    const place = make('div', { className: 'assistant-answer', parent: this.#log });
    place.dir = 'auto';
    make('p', { className: 'assistant-working', text: this.#texts.working, parent: place });
    this.#log.scrollTop = this.#log.scrollHeight;
    const path = decodeURI(location.pathname).slice(base.length - 1);
    const messages = this.#messages.slice(-MAX_KEPT);
    let isDrawn = true;
    const draw = (): void => {
      isDrawn = true;
      const isAtEnd = this.#log.scrollHeight - this.#log.scrollTop - this.#log.clientHeight < 80;
      place.replaceChildren(renderMarkdown(answer.text));
      if (isAtEnd) this.#log.scrollTop = this.#log.scrollHeight;
    };
    const onText = (text: string): void => {
      answer.text += text;
      if (isDrawn) requestAnimationFrame(draw);
      isDrawn = false;
    };
    try {
      const currentPath = path.replaceAll(/^\/|\/$|\.html$/g, '');
      const selected = this.#selected;
      const input = { endpoint, threadId: this.#threadId, messages, isRegenerated, selected, currentPath };
      const onStart = (answerId: string): void => void (answer.answerId = answerId);
      await askAssistant({ ...input, signal: running.signal, onStart, onText });
    } catch {
      if (!running.signal.aborted) answer.text += `${answer.text === '' ? '' : '\n\n'}${this.#texts.failed}`;
    }
    this.#running = undefined;
    this.#send.textContent = this.#texts.send;
    this.#select(undefined);
    if (answer.text !== '') this.#messages.push(answer);
    this.#keep();
    this.#draw();
  }

  #draw(): void {
    this.#log.replaceChildren();
    if (this.#messages.length === 0) this.#greet();
    for (const [index, message] of this.#messages.entries()) {
      if (message.role === 'user')
        make('p', { className: 'assistant-user', text: message.text, parent: this.#log }).dir = 'auto';
      else this.#drawAnswer(message, index === this.#messages.length - 1);
    }
    // A reader begins at the question, however long the answer is.
    const last = [...this.#log.querySelectorAll<HTMLElement>('.assistant-user')].at(-1);
    this.#log.scrollTop = last === undefined ? 0 : last.offsetTop - this.#log.offsetTop - 12;
  }

  #greet(): void {
    const { greeting, starters } = this.#profile;
    const text = greeting === '' ? this.#texts.greeting : greeting;
    make('p', { className: 'assistant-greeting', text, parent: this.#log }).dir = 'auto';
    if (starters.length === 0) return;
    const list = make('ul', { className: 'assistant-starters', parent: this.#log });
    for (const starter of starters) {
      const button = make('button', { text: starter, parent: make('li', { parent: list }) });
      button.type = 'button';
      button.dir = 'auto';
      button.addEventListener('click', () => {
        this.#field.focus();
        this.#submit(starter);
      });
    }
  }

  #drawAnswer(answer: ThreadMessage, isLast: boolean): void {
    const { text } = answer;
    const place = make('div', { className: 'assistant-answer', parent: this.#log });
    place.dir = 'auto';
    place.append(renderMarkdown(text));
    const tools = make('div', { className: 'assistant-tools', parent: place });
    const copy = make('button', { text: this.#texts.copy, parent: tools });
    copy.addEventListener('click', () => {
      void navigator.clipboard.writeText(text).then(() => (copy.textContent = this.#texts.copied));
    });
    if (this.#profile.retentionDays > 0 && answer.answerId !== undefined) this.#drawRating(answer, tools);
    if (!isLast) return;
    make('button', { text: this.#texts.retry, parent: tools }).addEventListener('click', () => {
      if (this.#running !== undefined) return;
      this.#messages.pop();
      this.#draw();
      void this.#answer(true);
    });
  }

  #drawRating(answer: ThreadMessage, tools: Element): void {
    const thumbs = (['up', 'down'] as const).map((rating) => {
      const button = drawThumb(rating, rating === 'up' ? this.#texts.good : this.#texts.bad);
      tools.appendChild(button);
      button.addEventListener('click', () => void rate(answer.rating === rating ? undefined : rating));
      return { button, rating };
    });
    const show = (): void => {
      for (const { button, rating } of thumbs) button.setAttribute('aria-pressed', String(answer.rating === rating));
    };
    const rate = async (rating: 'up' | 'down' | undefined): Promise<void> => {
      const { answerId: messageId = '', rating: before } = answer;
      answer.rating = rating;
      show();
      const input = { threadId: this.#threadId, messageId, rating: rating ?? null };
      if (!(await rateAnswer(this.#options.endpoint, input))) answer.rating = before;
      show();
      this.#keep();
    };
    show();
  }

  #renew(): void {
    this.#running?.abort();
    this.#messages = [];
    this.#threadId = crypto.randomUUID();
    this.#keep();
    this.#draw();
    this.#field.focus();
  }

  get #key(): string {
    return `dw-assistant ${this.#options.base}`;
  }

  #load(): void {
    try {
      const { threadId, messages } = JSON.parse(localStorage.getItem(this.#key) ?? '{}') as {
        readonly threadId?: string;
        readonly messages?: ThreadMessage[];
      };
      if (threadId !== undefined && Array.isArray(messages)) [this.#threadId, this.#messages] = [threadId, messages];
    } catch {
      // What another program wrote there is no thread.
    }
    this.#draw();
  }

  #keep(): void {
    try {
      const messages = this.#messages.slice(-MAX_KEPT);
      localStorage.setItem(this.#key, JSON.stringify({ threadId: this.#threadId, messages }));
    } catch {
      // A browser that keeps nothing has a thread for as long as the page is open.
    }
  }
}
