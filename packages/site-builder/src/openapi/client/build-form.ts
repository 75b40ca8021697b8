/**
 * The form of the playground: server, authentication, parameters, body. Key values are stored only in the tab's
 * session.
 */
import type { PlaygroundInput } from './build-fetch.ts';
import { fieldKey } from './build-fetch.ts';
import { element } from './element.ts';
import { fieldRow, group, row, select, serverChoice } from './form-parts.ts';
import type { FieldInput } from './form-parts.ts';
import { askForInputs, type PrefilledInputs } from './prefilled-inputs.ts';
import type { PlaygroundAuth, PlaygroundBody, PlaygroundData, PlaygroundField } from './playground-data.ts';

export interface PlaygroundForm {
  readonly form: HTMLFormElement;
  readonly read: () => PlaygroundInput;
}

const placeTitles: readonly (readonly [PlaygroundField['place'], string])[] = [
  ['path', 'Path'],
  ['query', 'Query'],
  ['header', 'Headers'],
  ['cookie', 'Cookies'],
];

export function buildForm(data: PlaygroundData): PlaygroundForm {
  const form = element('form', { class: 'play-form', novalidate: '' });
  const server = serverChoice(data);
  if (server !== undefined) form.append(group('Server', server.row));
  const auth = authChoice(data);
  if (auth !== undefined) form.append(auth.group);
  const inputs = new Map<string, FieldInput>();
  for (const [place, title] of placeTitles) {
    const rows = data.fields.filter((field) => field.place === place).map((field) => fieldRow(field, inputs));
    if (rows.length > 0) form.append(group(title, ...rows));
  }
  const body = bodyChoice(data, inputs);
  if (body !== undefined) form.append(body.group);
  form.id = 'api-playground-input';
  askForInputs((known) => {
    server?.fill(known.server);
    auth?.fill(known);
    for (const field of data.fields) inputs.get(fieldKey(field))?.fill(known.field(field));
  });
  return {
    form,
    read: () => ({
      server: server?.value() ?? '',
      values: new Map([...inputs].map(([key, input]) => [key, input.value()])),
      files: new Map([...inputs.values(), ...(body === undefined ? [] : [body.file])].flatMap((input) => input.file())),
      auth: auth?.selected() ?? [],
      credentials: auth?.values() ?? [],
      body: body?.selected(),
      bodyText: body?.text() ?? '',
    }),
  };
}

interface AuthChoice {
  readonly group: HTMLElement;
  selected(): readonly PlaygroundAuth[];
  values(): string[];
  fill(known: PrefilledInputs): void;
}

function authChoice(data: PlaygroundData): AuthChoice | undefined {
  if (data.auth.length === 0) return undefined;
  let chosen: readonly PlaygroundAuth[] = data.auth[0] ?? [];
  let controls: HTMLInputElement[] = [];
  let prefilled: PrefilledInputs | undefined;
  const prefill = () => {
    for (const [at, scheme] of chosen.entries()) {
      const control = controls[at];
      // No change event: the tab's session stores only the reader's own input.
      if (control !== undefined && control.value === '') control.value = prefilled?.credential(scheme) ?? '';
    }
  };
  const rows = element('div');
  const fill = (index: number) => {
    chosen = data.auth[index] ?? [];
    controls = chosen.map(credentialInput);
    rows.replaceChildren(
      ...chosen.map((scheme, at) =>
        row(scheme.name, controls[at] ?? element('span'), scheme.kind === 'basic' ? 'user:password' : scheme.kind),
      ),
    );
    prefill();
  };
  fill(0);
  const choice = select(data.auth.map((set, index) => [String(index), set.map(({ label }) => label).join(' + ')]));
  choice.addEventListener('change', () => fill(Number(choice.value)));
  return {
    group: group('Authorization', ...(data.auth.length > 1 ? [row('scheme', choice)] : []), rows),
    selected: () => chosen,
    values: () => controls.map(({ value }) => value),
    fill: (known) => {
      prefilled = known;
      prefill();
    },
  };
}

/** Creates an input whose value is stored for the tab, by scheme, because readers visit many pages of the same API. */
function credentialInput(scheme: PlaygroundAuth): HTMLInputElement {
  const key = `dw-auth ${scheme.label}`;
  const input = element('input', { type: 'password', autocomplete: 'off', spellcheck: 'false' });
  try {
    input.value = sessionStorage.getItem(key) ?? '';
    input.addEventListener('change', () => sessionStorage.setItem(key, input.value));
  } catch {
    // If storage is blocked, nothing is stored.
  }
  return input;
}

interface BodyChoice {
  readonly group: HTMLElement;
  readonly file: FieldInput;
  selected(): PlaygroundBody | undefined;
  text(): string;
}

function bodyChoice(data: PlaygroundData, inputs: Map<string, FieldInput>): BodyChoice | undefined {
  const [first] = data.bodies;
  if (first === undefined) return undefined;
  let chosen = first;
  const area = element('textarea', { rows: '8', spellcheck: 'false', 'aria-label': 'Body' });
  const file = element('input', { type: 'file', 'aria-label': 'Body' });
  const content = element('div');
  const fill = (body: PlaygroundBody) => {
    chosen = body;
    for (const field of data.bodies.flatMap(({ fields }) => fields)) inputs.delete(fieldKey(field));
    area.value = body.text;
    area.rows = Math.min(20, Math.max(4, body.text.split('\n').length));
    if (body.kind === 'file') content.replaceChildren(file);
    else if (body.kind === 'form' || body.kind === 'multipart')
      content.replaceChildren(...body.fields.map((field) => fieldRow(field, inputs)));
    else content.replaceChildren(area);
  };
  fill(first);
  const choice = select(data.bodies.map(({ type }, index) => [String(index), type]));
  choice.addEventListener('change', () => fill(data.bodies[Number(choice.value)] ?? first));
  return {
    group: group('Body', ...(data.bodies.length > 1 ? [row('content type', choice)] : []), content),
    file: {
      value: () => '',
      fill: () => undefined,
      file: () => (chosen.kind === 'file' && file.files?.[0] ? [['body', [file.files[0]]]] : []),
    },
    selected: () => chosen,
    text: () => area.value,
  };
}
