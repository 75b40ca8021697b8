/** Samples for the shell and for scripting languages. */
import type { SampleBody, SampleField, SampleRequest } from './build-request.ts';
import {
  doubleQuote,
  phpLiteral,
  phpQuote,
  powershellQuote,
  pythonLiteral,
  rubyQuote,
  scriptLiteral,
  shellQuote,
} from './quote.ts';

export function writeCurl({ method, url, headers, body }: SampleRequest): string {
  // curl interprets brackets as a range of addresses.
  const address = url.replace(/[[\]]/g, encodeURIComponent);
  const quoted = /[?&{}'"\s$]/.test(address) ? shellQuote(address) : address;
  const lines = [`curl --request ${method}`, `--url ${quoted}`];
  for (const [name, value] of headers) lines.push(`--header ${shellQuote(`${name}: ${value}`)}`);
  if (body !== undefined) lines.push(...curlBody(body));
  return lines.join(' \\\n  ');
}

function curlBody(body: SampleBody): string[] {
  if (body.kind === 'multipart')
    return body.fields.map(
      ({ name, value, isFile, type }) =>
        `--form ${shellQuote(`${name}=${isFile ? '@example-file' : value}${type === '' ? '' : `;type=${type}`}`)}`,
    );
  if (body.kind === 'form')
    return body.fields.map(({ name, value }) => `--data-urlencode ${shellQuote(`${name}=${value}`)}`);
  if (body.kind === 'file') return [`--data-binary '@example-file'`];
  return [`--data ${shellQuote(body.kind === 'json' ? `\n${body.text}\n` : body.text)}`];
}

export function writePython({ method, url, headers, body }: SampleRequest): string {
  const parts = ['import requests', '', `url = ${doubleQuote(url)}`, ''];
  const named: string[] = [];
  if (body !== undefined) {
    if (body.kind === 'json') {
      parts.push(`payload = ${pythonLiteral(body.json ?? null)}`);
      named.push('json=payload');
    } else if (body.kind === 'multipart') {
      // Only this list supports parts with a content type and repeated names.
      const files = body.fields.filter(({ isFile, type }) => isFile || type !== '');
      const data = body.fields.filter(({ isFile, type }) => !isFile && type === '');
      if (files.length > 0) {
        parts.push(`files = [\n    ${files.map(pythonPart).join(',\n    ')}\n]`);
        named.push('files=files');
      }
      if (data.length > 0) {
        parts.push(`payload = ${pythonLiteral(fieldObject(data))}`);
        named.push('data=payload');
      }
    } else if (body.kind === 'form') {
      parts.push(`payload = ${pythonLiteral(fieldObject(body.fields))}`);
      named.push('data=payload');
    } else {
      parts.push(body.kind === 'file' ? 'payload = open("example-file", "rb")' : `payload = ${doubleQuote(body.text)}`);
      named.push('data=payload');
    }
  }
  if (headers.length > 0) {
    parts.push(`headers = ${pythonLiteral(Object.fromEntries(headers))}`);
    named.push('headers=headers');
  }
  const known = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'].includes(method);
  const call = known ? `requests.${method.toLowerCase()}(url` : `requests.request(${doubleQuote(method)}, url`;
  parts.push('', `response = ${[call, ...named].join(', ')})`, '', 'print(response.text)');
  return parts.join('\n').replaceAll('\n\n\n', '\n\n');
}

function pythonPart({ name, value, isFile, type }: SampleField): string {
  const content = isFile
    ? '("example-file", open("example-file", "rb"))'
    : `(None, ${doubleQuote(value)}, ${doubleQuote(type)})`;
  return `(${doubleQuote(name)}, ${content})`;
}

function hasRepeatedNames(fields: readonly SampleField[]): boolean {
  return new Set(fields.map(({ name }) => name)).size < fields.length;
}

/** Values by name; a repeated name has a list. */
function fieldObject(fields: readonly SampleField[]): Record<string, string | string[]> {
  return Object.fromEntries(
    groupFields(fields, ({ value }) => value).map(([name, values]) => [
      name,
      values.length === 1 ? (values[0] ?? '') : values,
    ]),
  );
}

export function writeJavascript({ method, url, headers, body }: SampleRequest): string {
  const lines: string[] = [];
  if (body?.kind === 'multipart') {
    lines.push(
      'const form = new FormData();',
      ...body.fields.map(
        ({ name, value, isFile, type }) =>
          `form.append(${doubleQuote(name)}, ${isFile ? 'fileInput.files[0]' : type === '' ? doubleQuote(value) : `new Blob([${doubleQuote(value)}], { type: ${doubleQuote(type)} })`});`,
      ),
      '',
    );
  }
  const options = [`method: ${doubleQuote(method)}`];
  if (headers.length > 0) options.push(`headers: ${scriptLiteral(Object.fromEntries(headers), '  ')}`);
  if (body !== undefined) options.push(`body: ${scriptBody(body)}`);
  lines.push(
    `const options = {\n  ${options.join(',\n  ')}\n};`,
    '',
    `fetch(${doubleQuote(url)}, options)`,
    '  .then((response) => response.json())',
    '  .then((data) => console.log(data))',
    '  .catch((error) => console.error(error));',
  );
  return lines.join('\n');
}

export function writeNode({ method, url, headers, body }: SampleRequest): string {
  const browser = writeJavascript({ method, url, headers, body });
  const [before = ''] = browser.split(`fetch(${doubleQuote(url)}`);
  return `${before.replaceAll('fileInput.files[0]', 'await openAsBlob("example-file")')}const response = await fetch(${doubleQuote(url)}, options);\nconsole.log(response.status, await response.text());`;
}

function scriptBody(body: SampleBody): string {
  switch (body.kind) {
    case 'json':
      return `JSON.stringify(${scriptLiteral(body.json ?? null, '  ')})`;
    case 'multipart':
      return 'form';
    case 'form':
      // Written as pairs, because names can repeat.
      return `new URLSearchParams(${scriptLiteral(
        hasRepeatedNames(body.fields) ? body.fields.map(({ name, value }) => [name, value]) : fieldObject(body.fields),
        '  ',
      )})`;
    case 'file':
      return 'fileInput.files[0]';
    case 'text':
      return doubleQuote(body.text);
  }
}

export function writePhp({ method, url, headers, body }: SampleRequest): string {
  const options = [
    `CURLOPT_URL => ${phpQuote(url)}`,
    'CURLOPT_RETURNTRANSFER => true',
    `CURLOPT_CUSTOMREQUEST => ${phpQuote(method)}`,
  ];
  if (body !== undefined) options.push(`CURLOPT_POSTFIELDS => ${phpBody(body)}`);
  if (headers.length > 0)
    options.push(
      `CURLOPT_HTTPHEADER => [\n    ${headers.map(([name, value]) => phpQuote(`${name}: ${value}`)).join(',\n    ')}\n  ]`,
    );
  return `<?php\n\n$curl = curl_init();\n\ncurl_setopt_array($curl, [\n  ${options.join(',\n  ')}\n]);\n\n$response = curl_exec($curl);\n$error = curl_error($curl);\ncurl_close($curl);\n\necho $error ?: $response;`;
}

function phpBody(body: SampleBody): string {
  switch (body.kind) {
    case 'json':
      return `json_encode(${phpLiteral(body.json ?? null, '  ')})`;
    case 'form':
      return hasRepeatedNames(body.fields)
        ? phpQuote(formText(body))
        : `http_build_query(${phpLiteral(fieldObject(body.fields), '  ')})`;
    case 'multipart':
      return `[\n    ${numberRepeated(body.fields).map(phpPart).join(',\n    ')}\n  ]`;
    case 'file':
      return "file_get_contents('example-file')";
    case 'text':
      return phpQuote(body.text);
  }
}

/** Numbers repeated names, because PHP arrays have unique keys: `tags` → `tags[0]`, `tags[1]`. */
function numberRepeated(fields: readonly SampleField[]): SampleField[] {
  const counts = new Map<string, number>();
  for (const { name } of fields) counts.set(name, (counts.get(name) ?? 0) + 1);
  const next = new Map<string, number>();
  return fields.map((field) => {
    const { name } = field;
    if (counts.get(name) === 1) return field;
    const number = next.get(name) ?? 0;
    next.set(name, number + 1);
    return { ...field, name: `${name.replace(/\[\]$/, '')}[${number}]` };
  });
}

function phpPart({ name, value, isFile, type }: SampleField): string {
  const content = isFile
    ? "new CURLFile('example-file')"
    : type === ''
      ? phpQuote(value)
      : `new CURLStringFile(${phpQuote(value)}, '', ${phpQuote(type)})`;
  return `${phpQuote(name)} => ${content}`;
}

function rubyPart({ name, value, isFile, type }: SampleField): string {
  const content = isFile ? "File.open('example-file')" : rubyQuote(value);
  return `[${rubyQuote(name)}, ${content}${type === '' ? '' : `, { content_type: ${rubyQuote(type)} }`}]`;
}

/** Values by name, written with `quote`; list items become array elements. */
function groupFields(fields: readonly SampleField[], write: (field: SampleField) => string): [string, string[]][] {
  const byName = new Map<string, string[]>();
  for (const field of fields) byName.set(field.name, [...(byName.get(field.name) ?? []), write(field)]);
  return [...byName];
}

const rubyClass = (method: string) => method.charAt(0) + method.slice(1).toLowerCase();

export function writeRuby({ method, url, headers, body }: SampleRequest): string {
  const lines = [
    "require 'uri'",
    "require 'net/http'",
    '',
    `url = URI(${rubyQuote(url)})`,
    '',
    'http = Net::HTTP.new(url.host, url.port)',
    `http.use_ssl = url.scheme == 'https'`,
    '',
    `request = Net::HTTP::${rubyClass(method)}.new(url)`,
  ];
  for (const [name, value] of headers) lines.push(`request[${rubyQuote(name)}] = ${rubyQuote(value)}`);
  if (body?.kind === 'form')
    lines.push(
      `request.set_form_data(${groupFields(body.fields, ({ value }) => rubyQuote(value))
        .map(([name, values]) => `${rubyQuote(name)} => ${values.length === 1 ? values[0] : `[${values.join(', ')}]`}`)
        .join(', ')})`,
    );
  else if (body?.kind === 'multipart')
    lines.push(`request.set_form([${body.fields.map(rubyPart).join(', ')}], 'multipart/form-data')`);
  else if (body?.kind === 'file') lines.push("request.body = File.binread('example-file')");
  else if (body !== undefined) lines.push(`request.body = ${rubyQuote(body.text)}`);
  return [...lines, '', 'response = http.request(request)', 'puts response.read_body'].join('\n');
}

export function writePowershell({ method, url, headers, body }: SampleRequest): string {
  const shown = headers.filter(([name]) => name !== 'Content-Type');
  const lines: string[] = [];
  const call = [`$response = Invoke-WebRequest -Uri ${powershellQuote(url)} -Method ${method}`];
  if (shown.length > 0) {
    lines.push(
      '$headers = @{}',
      ...shown.map(([name, value]) => `$headers.Add(${powershellQuote(name)}, ${powershellQuote(value)})`),
    );
    call.push('-Headers $headers');
  }
  if (body?.kind === 'multipart') {
    lines.push(
      `$form = @{ ${groupFields(body.fields, ({ value, isFile }) =>
        isFile ? "(Get-Item 'example-file')" : powershellQuote(value),
      )
        .map(
          ([name, values]) =>
            `${powershellQuote(name)} = ${values.length === 1 ? values[0] : `@(${values.join(', ')})`}`,
        )
        .join('; ')} }`,
    );
    call.push('-Form $form');
  } else if (body?.kind === 'file') call.push(`-ContentType ${powershellQuote(body.type)} -InFile 'example-file'`);
  else if (body !== undefined)
    call.push(
      `-ContentType ${powershellQuote(body.type)} -Body ${powershellQuote(body.kind === 'form' ? formText(body) : body.text)}`,
    );
  return [...lines, call.join(' '), '$response.Content'].join('\n');
}

export function formText(body: SampleBody): string {
  return body.fields.map(({ name, value }) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&');
}
