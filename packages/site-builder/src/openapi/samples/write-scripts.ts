/** Samples for the shell and for scripting languages. */
import type { SampleBody, SampleRequest } from './build-request.ts';
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
  const lines = [`curl --request ${method}`, `--url ${/[?&{}'"\s$]/.test(url) ? shellQuote(url) : url}`];
  for (const [name, value] of headers) lines.push(`--header ${shellQuote(`${name}: ${value}`)}`);
  if (body !== undefined) lines.push(...curlBody(body));
  return lines.join(' \\\n  ');
}

function curlBody(body: SampleBody): string[] {
  if (body.kind === 'multipart')
    return body.fields.map(
      ({ name, value, isFile }) => `--form ${shellQuote(`${name}=${isFile ? '@example-file' : value}`)}`,
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
      const files = body.fields.filter(({ isFile }) => isFile);
      const data = body.fields.filter(({ isFile }) => !isFile);
      if (files.length > 0) {
        parts.push(
          `files = { ${files.map(({ name }) => `${doubleQuote(name)}: ("example-file", open("example-file", "rb"))`).join(', ')} }`,
        );
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

function fieldObject(fields: SampleBody['fields']): Record<string, string> {
  return Object.fromEntries(fields.map(({ name, value }) => [name, value]));
}

export function writeJavascript({ method, url, headers, body }: SampleRequest): string {
  const lines: string[] = [];
  if (body?.kind === 'multipart') {
    lines.push(
      'const form = new FormData();',
      ...body.fields.map(
        ({ name, value, isFile }) =>
          `form.append(${doubleQuote(name)}, ${isFile ? 'fileInput.files[0]' : doubleQuote(value)});`,
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
  return `${before.replace('fileInput.files[0]', 'await openAsBlob("example-file")')}const response = await fetch(${doubleQuote(url)}, options);\nconsole.log(response.status, await response.text());`;
}

function scriptBody(body: SampleBody): string {
  switch (body.kind) {
    case 'json':
      return `JSON.stringify(${scriptLiteral(body.json ?? null, '  ')})`;
    case 'multipart':
      return 'form';
    case 'form':
      return `new URLSearchParams(${scriptLiteral(fieldObject(body.fields), '  ')})`;
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
      return `http_build_query(${phpLiteral(fieldObject(body.fields), '  ')})`;
    case 'multipart':
      return `[\n    ${body.fields.map(({ name, value, isFile }) => `${phpQuote(name)} => ${isFile ? "new CURLFile('example-file')" : phpQuote(value)}`).join(',\n    ')}\n  ]`;
    case 'file':
      return "file_get_contents('example-file')";
    case 'text':
      return phpQuote(body.text);
  }
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
      `request.set_form_data(${body.fields.map(({ name, value }) => `${rubyQuote(name)} => ${rubyQuote(value)}`).join(', ')})`,
    );
  else if (body?.kind === 'multipart')
    lines.push(
      `request.set_form([${body.fields.map(({ name, value, isFile }) => `[${rubyQuote(name)}, ${isFile ? "File.open('example-file')" : rubyQuote(value)}]`).join(', ')}], 'multipart/form-data')`,
    );
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
      `$form = @{ ${body.fields.map(({ name, value, isFile }) => `${powershellQuote(name)} = ${isFile ? "Get-Item 'example-file'" : powershellQuote(value)}`).join('; ')} }`,
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
