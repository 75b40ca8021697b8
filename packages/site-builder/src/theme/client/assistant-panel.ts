/** The assistant's panel, loaded when it is first opened. The reader's threads are stored in this browser. */
import {
  askAssistant,
  RefusedError,
  rateAnswer,
  readProfile,
  type Profile,
  type Selected,
  type ThreadMessage,
} from './assistant/ask-assistant.ts';
import { drawThreads } from './assistant/draw-threads.ts';
import { keepThread, MAX_MESSAGES, readThreads, type Thread, type ThreadStorage } from './assistant/kept-threads.ts';
import { panelStyle } from './assistant/panel-style.ts';
import { durationText, panelTexts, type PanelTexts } from './assistant/panel-texts.ts';
import { renderMarkdown } from './assistant/render-markdown.ts';
import { newId } from './assistant/new-id.ts';
import { copyText } from './copy-text.ts';
import { drawThumb } from './assistant/draw-thumb.ts';

export interface OpenOptions {
  /** Address of the profile; `/message` and `/rating` are below it. */
  readonly endpoint: string;
  /** Base path of the site, with a trailing slash. */
  readonly base: string;
  readonly selected?: Selected;
  /** A question to ask immediately; if an answer is being written, it is put into the field instead. */
  readonly question?: string;
}

/** A browser without storage throws on access. */
const storage: ThreadStorage = {
  getItem: (key) => localStorage.getItem(key),
  setItem: (key, value) => localStorage.setItem(key, value),
};
/** Screens on which the panel covers the page. */
const phone = matchMedia('(max-width:40rem)');
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

const newThread = (): Thread => ({ id: newId(), messages: [] });

class Panel {
  readonly #options: OpenOptions;
  readonly #texts: PanelTexts = panelTexts(document.documentElement.lang);
  readonly #root = make('aside', { className: 'assistant chat-assistant-sheet' });
  readonly #title = make('h2');
  readonly #log = make('div', { className: 'assistant-log chat-assistant-sheet-content' });
  readonly #shown = make('div', { className: 'assistant-selected chat-assistant-payload-item' });
  readonly #field = make('textarea');
  readonly #send = make('button');
  readonly #note = make('p', { className: 'assistant-note chat-assistant-disclaimer-text' });
  #profile: Profile = { name: '', greeting: '', starters: [], retentionDays: 0 };
  #thread: Thread = newThread();
  readonly #earlier = make('button');
  #selected: Selected | undefined;
  /** The answer being written, and its element. */
  #running: { readonly stop: () => void; readonly place: HTMLElement } | undefined;
  /** Resolves when it is known whether the site's assistant is enabled. */
  readonly #known: Promise<void>;
  #opener: Element | null = null;
  /** Whether the list of earlier threads replaces the current thread. */
  #isListing = false;

  constructor(options: OpenOptions) {
    this.#options = options;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(panelStyle);
    document.adoptedStyleSheets.push(sheet);
    this.#build();
    this.#thread = readThreads(storage, this.#key)[0] ?? this.#thread;
    this.#draw();
    document.body.append(this.#root);
    phone.addEventListener('change', () => this.#appear(!this.#root.hidden));
    this.#known = this.#introduce();
  }

  /** Applies the site owner's settings; if they can't be read, the panel is unchanged. */
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
    this.#note.textContent =
      days === 0 ? '' : durationText(this.#texts.kept, days, 'day', document.documentElement.lang);
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

  /** Shows or hides the panel. On a wide screen, the page makes room for it; on a phone, the covered page is inert. */
  #appear(isShown: boolean): void {
    this.#root.hidden = !isShown;
    document.documentElement.classList.toggle('assistant-beside', isShown);
    for (const other of document.body.children)
      if (other instanceof HTMLElement && other !== this.#root && !(other instanceof HTMLDialogElement))
        other.inert = isShown && phone.matches;
  }

  #close(): void {
    this.#appear(false);
    const opener = this.#opener?.isConnected === true ? this.#opener : document.querySelector('.assistant-open');
    if (opener instanceof HTMLElement) opener.focus();
  }

  #build(): void {
    const texts = this.#texts;
    this.#root.setAttribute('aria-label', texts.title);
    this.#root.id = 'chat-assistant-sheet';
    const header = make('header', { className: 'chat-assistant-sheet-header', parent: this.#root });
    this.#title.textContent = texts.title;
    header.append(this.#title);
    header.append(this.#earlier);
    this.#earlier.textContent = texts.earlier;
    this.#earlier.setAttribute('aria-pressed', 'false');
    this.#earlier.addEventListener('click', () => this.#toggleThreads());
    make('button', { text: texts.newThread, parent: header }).addEventListener('click', () =>
      this.#showThread(newThread()),
    );
    const close = make('button', { text: '✕', parent: header });
    close.setAttribute('aria-label', texts.close);
    close.addEventListener('click', () => this.#close());
    for (const button of header.querySelectorAll('button')) button.type = 'button';
    this.#log.setAttribute('role', 'log');
    this.#log.tabIndex = 0;
    this.#log.setAttribute('aria-label', texts.title);
    const form = make('form', { className: 'chat-assistant-input' });
    this.#field.id = 'chat-assistant-textarea';
    this.#field.rows = 1;
    this.#field.placeholder = texts.placeholder;
    this.#field.setAttribute('aria-label', texts.placeholder);
    this.#field.maxLength = 8000;
    this.#send.textContent = texts.send;
    this.#send.className = 'assistant-send chat-assistant-send-button';
    form.append(this.#field, this.#send);
    this.#root.append(this.#log, this.#shown, form, this.#note);
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      if (this.#running === undefined) this.#submit(this.#field.value);
      else this.#running.stop();
    });
    this.#field.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
      event.preventDefault();
      if (this.#running === undefined) this.#submit(this.#field.value);
    });
    this.#root.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') return;
      if (this.#isListing) this.#toggleThreads();
      else this.#close();
    });
    this.#log.addEventListener('click', (event) => this.#follow(event));
  }

  /** Handles a click on a link: a link to this page scrolls to its target, and on a phone the panel closes first. */
  #follow(event: MouseEvent): void {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (link === null || link.origin !== location.origin) return;
    const bare = (path: string): string => path.replace(/\.html$|\/$/, '');
    if (phone.matches) this.#appear(false);
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
    this.#thread.messages.push({ id: newId(), role: 'user', text });
    keepThread(storage, this.#key, this.#thread);
    this.#draw();
    void this.#answer(false);
  }

  async #answer(isRegenerated: boolean): Promise<void> {
    const { endpoint, base } = this.#options;
    const thread = this.#thread;
    const stopped = new AbortController();
    const place = make('div', { className: 'assistant-answer', parent: this.#log });
    const running = { stop: () => stopped.abort(), place };
    this.#running = running;
    this.#send.textContent = this.#texts.stop;
    const answer: ThreadMessage = { id: newId(), role: 'assistant', text: '' };
    place.dir = 'auto';
    make('p', { className: 'assistant-working', text: this.#texts.working, parent: place });
    this.#log.scrollTop = this.#log.scrollHeight;
    const path = decodeURI(location.pathname).slice(base.length - 1);
    const messages = thread.messages.slice(-MAX_MESSAGES);
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
      const input = { endpoint, threadId: thread.id, messages, isRegenerated, selected, currentPath };
      const onStart = (answerId: string): void => void (answer.answerId = answerId);
      await askAssistant({ ...input, signal: stopped.signal, onStart, onText });
    } catch (error) {
      if (!stopped.signal.aborted) answer.text += `${answer.text === '' ? '' : '\n\n'}${this.#sayWhy(error)}`;
    }
    if (answer.text !== '') thread.messages.push(answer);
    keepThread(storage, this.#key, thread);
    // In the meantime, the panel may have switched to a different thread and question.
    if (this.#running !== running) return;
    this.#running = undefined;
    this.#send.textContent = this.#texts.send;
    this.#select(undefined);
    this.#draw();
  }

  #sayWhy(error: unknown): string {
    const seconds = error instanceof RefusedError ? error.retryAfterSeconds : undefined;
    return seconds === undefined
      ? this.#texts.failed
      : durationText(this.#texts.limited, seconds, 'second', document.documentElement.lang);
  }

  #draw(): void {
    this.#log.replaceChildren();
    this.#isListing = false;
    this.#earlier.hidden = this.#others().length === 0;
    this.#earlier.setAttribute('aria-pressed', 'false');
    const { messages } = this.#thread;
    if (messages.length === 0) this.#greet();
    for (const [index, message] of messages.entries()) {
      if (message.role === 'user')
        make('p', { className: 'assistant-user', text: message.text, parent: this.#log }).dir = 'auto';
      else this.#drawAnswer(message, index === messages.length - 1);
    }
    if (this.#running !== undefined) this.#log.append(this.#running.place);
    // Scrolls to the question, regardless of the answer's length.
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
      const button = make('button', {
        className: 'starter-question-text',
        text: starter,
        parent: make('li', { parent: list }),
      });
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
    for (const block of place.querySelectorAll('pre')) {
      const frame = make('div', { className: 'assistant-block' });
      block.replaceWith(frame);
      frame.append(block, this.#makeCopy(block.textContent));
    }
    const tools = make('div', { className: 'assistant-tools', parent: place });
    tools.append(this.#makeCopy(text));
    if (this.#profile.retentionDays > 0 && answer.answerId !== undefined) this.#drawRating(answer, tools);
    if (!isLast) return;
    make('button', { text: this.#texts.retry, parent: tools }).addEventListener('click', () => {
      if (this.#running !== undefined) return;
      this.#thread.messages.pop();
      this.#draw();
      void this.#answer(true);
    });
  }

  #makeCopy(text: string): HTMLButtonElement {
    const copy = make('button', { text: this.#texts.copy });
    copy.type = 'button';
    copy.addEventListener('click', () => {
      void copyText(text).then(
        () => (copy.textContent = this.#texts.copied),
        () => undefined,
      );
    });
    return copy;
  }

  #drawRating(answer: ThreadMessage, tools: Element): void {
    const thumbs = (['up', 'down'] as const).map((rating) => {
      const button = drawThumb(rating, rating === 'up' ? this.#texts.good : this.#texts.bad);
      tools.appendChild(button);
      button.addEventListener('click', () => void rate(answer.rating === rating ? undefined : rating));
      return { button, rating };
    });
    const thread = this.#thread;
    const show = (): void => {
      for (const { button, rating } of thumbs) button.setAttribute('aria-pressed', String(answer.rating === rating));
    };
    const rate = async (rating: 'up' | 'down' | undefined): Promise<void> => {
      const { answerId: messageId = '', rating: before } = answer;
      answer.rating = rating;
      show();
      const input = { threadId: thread.id, messageId, rating: rating ?? null };
      if (!(await rateAnswer(this.#options.endpoint, input))) answer.rating = before;
      show();
      keepThread(storage, this.#key, thread);
    };
    show();
  }

  #others(): readonly Thread[] {
    return readThreads(storage, this.#key).filter(({ id }) => id !== this.#thread.id);
  }

  #toggleThreads(): void {
    if (this.#isListing) return this.#draw();
    this.#isListing = true;
    this.#earlier.setAttribute('aria-pressed', 'true');
    const onRemove = ({ id }: Thread): void => {
      keepThread(storage, this.#key, { id, messages: [] });
      this.#isListing = false;
      if (this.#others().length > 0) this.#toggleThreads();
      else this.#showThread(this.#thread);
    };
    const onOpen = (thread: Thread): void => this.#showThread(thread);
    this.#log.replaceChildren(drawThreads({ threads: this.#others(), texts: this.#texts, onOpen, onRemove }));
    this.#log.querySelector('button')?.focus();
  }

  /** Shows a thread, and stops an answer that is being written to another one. */
  #showThread(thread: Thread): void {
    if (thread.id !== this.#thread.id) {
      this.#running?.stop();
      this.#running = undefined;
      this.#send.textContent = this.#texts.send;
    }
    this.#thread = thread;
    keepThread(storage, this.#key, thread);
    this.#draw();
    this.#field.focus();
  }

  get #key(): string {
    return `dw-assistant ${this.#options.base}`;
  }
}
