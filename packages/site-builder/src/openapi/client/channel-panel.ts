/**
 * The playground of a WebSocket channel: connects, sends the reader's messages, and shows the messages of both sides.
 */
import { fieldKey } from './build-fetch.ts';
import { addressFault, channelAddress, closeText } from './channel-address.ts';
import { createChannelLog } from './channel-log.ts';
import { element } from './element.ts';
import { fieldRow, group, row, select, serverChoice } from './form-parts.ts';
import type { FieldInput } from './form-parts.ts';
import type { ChannelData } from './playground-data.ts';

export function createChannelPanel(data: ChannelData): HTMLElement {
  const log = createChannelLog();
  const status = element('p', { class: 'play-status', role: 'status' }, 'Not connected');
  const connection = createConnectionForm(data);
  const message = createMessageForm(data);
  let socket: WebSocket | undefined;

  const show = (state: 'closed' | 'opening' | 'open', text: string) => {
    status.textContent = text;
    status.dataset['state'] = state;
    connection.toggle.textContent = state === 'closed' ? 'Connect' : 'Disconnect';
    message.send.disabled = state !== 'open';
  };
  const connect = () => {
    const missing = connection.missing();
    if (missing.length > 0) return show('closed', `Fill in: ${missing.join(', ')}`);
    const address = connection.address();
    const fault = addressFault(address, location.href);
    if (fault !== undefined) return show('closed', fault);
    try {
      socket = listen(open(address, connection.protocols()), {
        address,
        log,
        show,
        isCurrent: (one) => one === socket,
      });
      show('opening', `Connecting to ${address}…`);
    } catch (error) {
      show('closed', `Can't connect: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  connection.form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (socket === undefined || socket.readyState > WebSocket.OPEN) connect();
    else socket.close(1000);
  });
  message.form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (socket?.readyState !== WebSocket.OPEN) return;
    socket.send(message.text());
    log.add('sent', message.text());
  });
  const clear = element('button', { type: 'button', class: 'play-clear' }, 'Clear');
  clear.addEventListener('click', () => log.clear());
  // A page in the back/forward cache must not keep a connection.
  addEventListener('pagehide', () => socket?.close(1000));
  show('closed', 'Not connected');
  return element(
    'section',
    { class: 'play-panel', 'aria-label': 'Playground', hidden: '' },
    connection.form,
    status,
    message.form,
    group('Messages', log.list, clear),
  );
}

function open(address: string, protocols: readonly string[]): WebSocket {
  return protocols.length === 0 ? new WebSocket(address) : new WebSocket(address, [...protocols]);
}

interface Listening {
  readonly address: string;
  readonly log: ReturnType<typeof createChannelLog>;
  readonly show: (state: 'closed' | 'open', text: string) => void;
  /** Whether a connection is the current one: messages of a replaced connection are ignored. */
  readonly isCurrent: (socket: WebSocket) => boolean;
}

function listen(socket: WebSocket, { address, log, show, isCurrent }: Listening): WebSocket {
  let wasOpen = false;
  socket.addEventListener('open', () => {
    wasOpen = true;
    const protocol = socket.protocol === '' ? '' : ` (${socket.protocol})`;
    show('open', `Connected to ${address}${protocol}`);
    log.add('note', `Connected${protocol}`);
  });
  socket.addEventListener('message', ({ data }: MessageEvent<unknown>) => log.add('received', shownData(data)));
  socket.addEventListener('close', ({ code, reason }) => {
    if (!isCurrent(socket)) return;
    const text = wasOpen
      ? closeText(code, reason)
      : `No connection to ${address}: the server can't be reached, doesn't accept WebSockets at this address, or doesn't allow them from this site.`;
    show('closed', text);
    log.add('note', text);
  });
  return socket;
}

/** Formats a message: JSON is indented, text is unchanged, anything else is shown by its size. */
function shownData(data: unknown): string {
  if (data instanceof Blob) return `${data.size} bytes that aren't text`;
  const text = String(data);
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function createConnectionForm(data: ChannelData) {
  const form = element('form', { class: 'play-form', novalidate: '' });
  const server = serverChoice(data);
  const inputs = new Map<string, FieldInput>();
  if (server !== undefined) form.append(group('Server', server.row));
  for (const [place, title] of [
    ['path', 'Path'],
    ['query', 'Query'],
  ] as const) {
    const rows = data.fields.filter((field) => field.place === place).map((field) => fieldRow(field, inputs));
    if (rows.length > 0) form.append(group(title, ...rows));
  }
  const protocol = element('input', { type: 'text', value: data.protocol ?? '', autocomplete: 'off' });
  if (data.protocol !== undefined) form.append(group('Headers', row('Sec-WebSocket-Protocol', protocol)));
  if (data.headers.length > 0)
    form.append(
      element(
        'p',
        { class: 'play-note' },
        `Browsers can't send a page's headers when they connect, so ${data.headers.join(', ')} can't be tried here.`,
      ),
    );
  const toggle = element('button', { type: 'submit', class: 'play-send' }, 'Connect');
  form.append(element('p', { class: 'play-actions' }, toggle));
  const value = (key: string) => inputs.get(key)?.value() ?? '';
  return {
    form,
    toggle,
    missing: () =>
      data.fields.filter((field) => field.required && value(fieldKey(field)) === '').map(({ name }) => name),
    address: () =>
      channelAddress(data, {
        server: server?.value() ?? '',
        values: new Map([...inputs.keys()].map((key) => [key, value(key)])),
      }),
    protocols: () => protocol.value.split(',').flatMap((name) => (name.trim() === '' ? [] : [name.trim()])),
  };
}

function createMessageForm(data: ChannelData) {
  const area = element('textarea', { rows: '6', spellcheck: 'false', 'aria-label': 'Message' });
  const fill = (index: number) => {
    area.value = data.messages[index]?.text ?? '';
    area.rows = Math.min(20, Math.max(3, area.value.split('\n').length));
  };
  fill(0);
  const choice = select(data.messages.map(({ name }, index) => [String(index), name]));
  choice.addEventListener('change', () => fill(Number(choice.value)));
  const send = element('button', { type: 'submit', class: 'play-send' }, 'Send');
  const rows = data.messages.length > 1 ? [row('message', choice)] : [];
  const form = element('form', { class: 'play-form' }, group('Message', ...rows, area));
  form.append(element('p', { class: 'play-actions' }, send));
  return { form, send, text: () => area.value };
}
