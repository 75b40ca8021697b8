/** Sends a question over HTTP, and returns its answer as it arrives. */
export interface Selected {
  readonly type: 'code' | 'textSelection';
  readonly value: string;
}

export interface ThreadMessage {
  readonly id: string;
  readonly role: 'user' | 'assistant';
  text: string;
  /** The site's ID for the answer. */
  answerId?: string;
  rating?: 'up' | 'down' | undefined;
}

/** The site owner's settings. Empty values are replaced with the panel's defaults. */
export interface Profile {
  readonly name: string;
  readonly greeting: string;
  readonly starters: readonly string[];
  /** Number of days for which answers are stored; 0 if answers can't be rated. */
  readonly retentionDays: number;
}

/** The reason why a site doesn't answer. */
export class RefusedError extends Error {
  /** The time until the reader can ask again; set if the reader has reached a limit. */
  readonly retryAfterSeconds: number | undefined;

  constructor(message: string, retryAfterSeconds: number | undefined) {
    super(message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Returns the profile, or `undefined` if the assistant is disabled. Rejects if the site doesn't answer. */
export async function readProfile(endpoint: string): Promise<Profile | undefined> {
  const response = await fetch(endpoint);
  if (response.status === 403) return undefined;
  if (!response.ok) throw new Error(await reasonOf(response));
  return (await response.json()) as Profile;
}

/** Returns false if the answer is no longer stored. */
export async function rateAnswer(
  endpoint: string,
  rating: { readonly threadId: string; readonly messageId: string; readonly rating: 'up' | 'down' | null },
): Promise<boolean> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify(rating);
  return fetch(`${endpoint}/rating`, { method: 'POST', headers, body }).then(
    ({ ok }) => ok,
    () => false,
  );
}

export interface Asked {
  readonly endpoint: string;
  readonly threadId: string;
  readonly messages: readonly ThreadMessage[];
  readonly isRegenerated: boolean;
  readonly selected: Selected | undefined;
  readonly currentPath: string;
  readonly signal: AbortSignal;
  readonly onStart: (answerId: string) => void;
  readonly onText: (text: string) => void;
}

/** Asks the assistant a question. Rejects with text for the reader if no answer arrives. */
export async function askAssistant(asked: Asked): Promise<void> {
  const { endpoint, threadId, messages, selected, currentPath, signal, onStart, onText } = asked;
  const body = {
    threadId,
    currentPath: currentPath.slice(0, 200),
    language: document.documentElement.lang,
    trigger: asked.isRegenerated ? 'regenerate-message' : 'submit-message',
    messages: messages.map(({ id, role, text }) => ({ id, role, parts: [{ type: 'text', text }] })),
    context: selected === undefined ? [] : [{ ...selected, path: currentPath.slice(0, 200) }],
  };
  const response = await fetch(`${endpoint}/message`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal,
  });
  if (!response.ok || response.body === null) {
    const seconds = response.status === 429 ? Number(response.headers.get('retry-after') ?? 60) : undefined;
    throw new RefusedError(await reasonOf(response), seconds);
  }
  let rest = '';
  for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const { type, delta, messageId } = chunkOf(line);
      if (type === 'text-delta' && delta !== undefined) onText(delta);
      else if (type === 'start' && messageId !== undefined) onStart(messageId);
    }
  }
}

interface Chunk {
  readonly type?: string;
  readonly delta?: string;
  readonly messageId?: string;
}

const chunkOf = (line: string): Chunk => (line.startsWith('data: {') ? (JSON.parse(line.slice(6)) as Chunk) : {});

async function reasonOf(response: Response): Promise<string> {
  try {
    const { error } = (await response.json()) as { readonly error?: string };
    return error ?? String(response.status);
  } catch {
    return String(response.status);
  }
}
