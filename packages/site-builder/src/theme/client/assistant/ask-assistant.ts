/** One question over HTTP, and its answer as it comes. */
export interface Selected {
  readonly type: 'code' | 'textSelection';
  readonly value: string;
}

export interface ThreadMessage {
  readonly id: string;
  readonly role: 'user' | 'assistant';
  text: string;
}

export interface Asked {
  readonly endpoint: string;
  readonly threadId: string;
  readonly messages: readonly ThreadMessage[];
  readonly isRegenerated: boolean;
  readonly selected: Selected | undefined;
  readonly currentPath: string;
  readonly signal: AbortSignal;
  readonly onText: (text: string) => void;
}

/** Rejects with a text for the reader where there is no answer. */
export async function askAssistant(asked: Asked): Promise<void> {
  const { endpoint, threadId, messages, selected, currentPath, signal, onText } = asked;
  const body = {
    threadId,
    currentPath: currentPath.slice(0, 200),
    language: document.documentElement.lang,
    trigger: asked.isRegenerated ? 'regenerate-message' : 'submit-message',
    messages: messages.map(({ id, role, text }) => ({ id, role, parts: [{ type: 'text', text }] })),
    context: selected === undefined ? [] : [{ ...selected, path: currentPath.slice(0, 200) }],
  };
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal,
  });
  if (!response.ok || response.body === null) throw new Error(await reasonOf(response));
  let rest = '';
  for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const delta = deltaOf(line);
      if (delta !== '') onText(delta);
    }
  }
}

function deltaOf(line: string): string {
  if (!line.startsWith('data: {')) return '';
  const chunk = JSON.parse(line.slice(6)) as { readonly type?: string; readonly delta?: string };
  return chunk.type === 'text-delta' ? (chunk.delta ?? '') : '';
}

async function reasonOf(response: Response): Promise<string> {
  try {
    const { error } = (await response.json()) as { readonly error?: string };
    return error ?? String(response.status);
  } catch {
    return String(response.status);
  }
}
