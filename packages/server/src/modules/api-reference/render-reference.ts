import { apiVersion, errorCodes, errorsOf, jobErrorCodes, operations, type Operation } from '@docwright/contract';
import type { TSchema } from 'typebox';
import { describeSchema, fieldsOf, type Field } from './describe-schema.ts';

type Row = readonly [id: string, operation: Operation];

/** The whole reference as one page without a script: it opens anywhere, prints, and can be searched by the browser. */
export function renderReference(baseUrl: string): string {
  const rows: Row[] = Object.entries(operations);
  const groups = [...Map.groupBy(rows, ([, { tag }]) => tag)];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference · Docwright</title>
<style>${referenceStyle}</style>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<nav aria-label="Operations">
<p class="brand">Docwright <small>API ${apiVersion}</small></p>
${groups.map(([tag, own]) => renderMenu(tag, own)).join('\n')}
<h2>Errors</h2>
<ul><li><a href="#error-codes">Error codes</a></li><li><a href="#job-error-codes">Job error codes</a></li></ul>
</nav>
<main id="content">
<h1>API reference</h1>
<p>Base address <code>${escape(baseUrl)}</code>. Every operation takes <code>Authorization: Bearer &lt;API_KEY&gt;</code> unless it says otherwise; JSON in and out, unknown fields of a body are ignored and named in the header <code>Warning</code>. The same for programs: <a href="/openapi.json">openapi.json</a>.</p>
<pre><code>curl -H "Authorization: Bearer $DOCWRIGHT_API_KEY" ${escape(baseUrl)}/v1/projects</code></pre>
${groups.map(([tag, own]) => `<h2 id="${slug(tag)}">${escape(tag)}</h2>\n${own.map(renderOperation).join('\n')}`).join('\n')}
<h2 id="error-codes">Error codes</h2>
<p>The body of every error is <code>{"error", "code", "requestId"}</code>, and <code>details</code> with status 400.</p>
${renderTable(
  ['Code', 'Status', 'Cause'],
  Object.entries(errorCodes).map(([code, { status, cause }]) => [`<code>${code}</code>`, String(status), prose(cause)]),
)}
<h2 id="job-error-codes">Job error codes</h2>
<p>Why a job failed: <code>error.code</code> of an agent job, <code>errorCode</code> of an export job.</p>
${renderTable(
  ['Code', 'May succeed later', 'Cause'],
  Object.entries(jobErrorCodes).map(([code, { retryable, cause }]) => [
    `<code>${code}</code>`,
    retryable ? 'yes' : 'no',
    prose(cause),
  ]),
)}
</main>
</body>
</html>
`;
}

function renderMenu(tag: string, rows: readonly Row[]): string {
  const items = rows.map(([id, operation]) => `<li><a href="#${id}">${escape(operation.summary)}</a></li>`);
  return `<h2>${escape(tag)}</h2>\n<ul>${items.join('')}</ul>`;
}

function renderOperation([id, operation]: Row): string {
  const parameters = [
    ...fieldsOf(operation.params).map((field) => ({ ...field, place: 'path' })),
    ...fieldsOf(operation.query).map((field) => ({ ...field, place: 'query' })),
    ...(operation.idempotent ? [idempotencyKey] : []),
  ];
  const method = operation.method.toLowerCase();
  return `<section aria-labelledby="${id}">
<h3 id="${id}">${escape(operation.summary)} <a class="anchor" href="#${id}" aria-label="Link to ${escape(operation.summary)}">#</a></h3>
<p class="route"><span class="method ${method}">${operation.method}</span> <code>${escape(operation.path)}</code></p>
<p>${prose(operation.description)}</p>
<p class="scope">${operation.scope === null ? 'Needs no key.' : `Scope <code>${operation.scope}</code>`}</p>
${
  parameters.length === 0
    ? ''
    : `<h4>Parameters</h4>\n${renderTable(
        ['Name', 'In', 'Type', ''],
        parameters.map((field) => [name(field), field.place, type(field), prose(field.description)]),
      )}`
}
${operation.body === null ? '' : `<h4>Body${operation.bodyOptional ? ' (may be left out)' : ''}</h4>\n${renderFields(operation.body)}`}
<h4>Answer ${String(operation.success.status)}</h4>
<p>${prose(operation.success.description)}</p>
${Object.entries(operation.success.content).map(renderContent).join('\n')}
<p class="errors">Errors: ${errorsOf(operation)
    .map((code) => `<a href="#error-codes"><code>${String(errorCodes[code].status)} ${code}</code></a>`)
    .join(' ')}</p>
</section>`;
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  place: 'header',
  type: 'string, 1 to 255 characters',
  required: false,
  description: 'The same key and body within 24 hours give the first answer again.',
};

function renderContent([media, schema]: readonly [string, TSchema]): string {
  const fields = fieldsOf(schema);
  if (fields.length === 0) return `<p><code>${escape(media)}</code></p>`;
  return `<details><summary><code>${escape(media)}</code>: ${escape(describeSchema(schema))}</summary>\n${renderFields(schema)}\n</details>`;
}

const renderFields = (schema: TSchema): string =>
  renderTable(
    ['Field', 'Type', ''],
    fieldsOf(schema).map((field) => [name(field), type(field), prose(field.description)]),
  );

const name = (field: Field): string =>
  `<code>${escape(field.name)}</code>${field.required ? ' <em>required</em>' : ''}`;
const type = (field: Field): string => escape(field.type);

function renderTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const head = heads
    .map((text) => `<th scope="col">${text === '' ? '<span class="hidden">Meaning</span>' : text}</th>`)
    .join('');
  const body = rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('\n');
  return `<div class="table" tabindex="0"><table><thead><tr>${head}</tr></thead><tbody>\n${body}\n</tbody></table></div>`;
}

const slug = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');

/** Escaped text in which back quotes mark code. */
const prose = (text: string): string => escape(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

export const referenceStyle = `
:root { color-scheme: light dark; --text: #1b1f24; --soft: #57606a; --line: #d5dbe1; --page: #fff; --panel: #f5f7f9; --link: #0b5bd3; }
@media (prefers-color-scheme: dark) { :root { --text: #e6e9ed; --soft: #a4adb8; --line: #363d46; --page: #14171b; --panel: #1c2026; --link: #7fb2ff; } }
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0; font: 16px/1.6 system-ui, sans-serif; color: var(--text); background: var(--page); }
a { color: var(--link); }
code, pre { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: .875em; }
pre { padding: .9rem 1rem; overflow-x: auto; background: var(--panel); border: 1px solid var(--line); border-radius: 8px; }
nav { padding: 1.25rem; border-bottom: 1px solid var(--line); font-size: .9rem; }
nav h2 { margin: 1.2rem 0 .3rem; font-size: .75rem; letter-spacing: .06em; text-transform: uppercase; color: var(--soft); }
nav ul { margin: 0; padding: 0; list-style: none; }
nav li a { display: block; padding: .2rem 0; color: var(--text); text-decoration: none; }
nav li a:hover { color: var(--link); text-decoration: underline; }
.brand { margin: 0; font-weight: 700; font-size: 1.1rem; } .brand small { font-weight: 400; color: var(--soft); }
main { padding: 1.25rem; max-width: 60rem; min-width: 0; }
main > h2 { margin-top: 3.5rem; padding-top: 1rem; border-top: 1px solid var(--line); }
section { margin: 2rem 0 3rem; }
h3 { margin: 0 0 .4rem; } h4 { margin: 1.2rem 0 .4rem; font-size: .9rem; }
.anchor { color: var(--soft); text-decoration: none; font-weight: 400; }
.route { display: flex; flex-wrap: wrap; gap: .6rem; align-items: center; margin: .3rem 0; overflow-wrap: anywhere; }
.method { padding: .05rem .5rem; border-radius: 6px; font: 700 .75rem/1.6 ui-monospace, monospace; color: #fff; background: #57606a; }
.get { background: #0a6b39; } .post { background: #0b5bd3; } .patch { background: #8a4b00; } .delete { background: #b3261e; }
.scope, .errors { font-size: .875rem; color: var(--soft); } .errors a { white-space: nowrap; margin-right: .4rem; }
.table { overflow-x: auto; } table { width: 100%; border-collapse: collapse; font-size: .9rem; }
th, td { padding: .45rem .6rem; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
th { font-size: .75rem; color: var(--soft); } td em { font-size: .75rem; color: var(--soft); }
details { margin: .6rem 0; padding: .4rem .8rem; background: var(--panel); border: 1px solid var(--line); border-radius: 8px; }
summary { cursor: pointer; }
.skip, .hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.skip:focus { position: fixed; top: .5rem; left: .5rem; width: auto; height: auto; clip-path: none; padding: .5rem 1rem; background: var(--page); }
@media (min-width: 60rem) {
  body { display: grid; grid-template-columns: 17rem minmax(0, 1fr); }
  nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; border-bottom: 0; border-right: 1px solid var(--line); }
  main { padding: 2rem 3rem; }
}
`;
