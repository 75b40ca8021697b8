/** Samples for compiled languages. Multipart bodies are built by each language's usual library. */
import type { SampleBody, SampleField, SampleRequest } from './build-request.ts';
import { bracedQuote, cQuote, dollarSafe, doubleQuote, kotlinQuote } from './quote.ts';
import { formText } from './write-scripts.ts';

/** The body as a single string, for languages whose samples build every body manually. */
function bodyText(body: SampleBody): string {
  if (body.kind === 'form') return formText(body);
  if (body.kind === 'multipart') {
    return `${body.fields.map(rawPart).join('')}--boundary--\r\n`;
  }
  return body.text;
}

function rawPart({ name, value, type }: SampleField): string {
  const head = type === '' ? '' : `Content-Type: ${type}\r\n`;
  return `--boundary\r\nContent-Disposition: form-data; name="${name}"\r\n${head}\r\n${value}\r\n`;
}

function headersOf({ headers, body }: SampleRequest): readonly (readonly [string, string])[] {
  return body?.kind === 'multipart'
    ? [...headers, ['Content-Type', 'multipart/form-data; boundary=boundary']]
    : headers;
}

export function writeGo(request: SampleRequest): string {
  const { method, url, body } = request;
  const imports = ['"fmt"', '"io"', '"net/http"', ...(body === undefined ? [] : ['"strings"'])];
  const lines = [`url := ${doubleQuote(url)}`, ''];
  if (body !== undefined) lines.push(`payload := strings.NewReader(${doubleQuote(bodyText(body))})`, '');
  lines.push(`req, _ := http.NewRequest(${doubleQuote(method)}, url, ${body === undefined ? 'nil' : 'payload'})`, '');
  const headers = headersOf(request).map(
    ([name, value]) => `req.Header.Add(${doubleQuote(name)}, ${doubleQuote(value)})`,
  );
  if (headers.length > 0) lines.push(...headers, '');
  lines.push(
    'res, err := http.DefaultClient.Do(req)',
    'if err != nil {',
    '\tpanic(err)',
    '}',
    'defer res.Body.Close()',
    'body, _ := io.ReadAll(res.Body)',
    '',
    'fmt.Println(res.Status)',
    'fmt.Println(string(body))',
  );
  return `package main\n\nimport (\n\t${imports.join('\n\t')}\n)\n\nfunc main() {\n${lines.map((line) => (line === '' ? '' : `\t${line}`)).join('\n')}\n}`;
}

export function writeJava(request: SampleRequest): string {
  const { method, url, body } = request;
  const publisher =
    body === undefined
      ? 'HttpRequest.BodyPublishers.noBody()'
      : `HttpRequest.BodyPublishers.ofString(${doubleQuote(bodyText(body))})`;
  const headers = headersOf(request).map(
    ([name, value]) => `\n    .header(${doubleQuote(name)}, ${doubleQuote(value)})`,
  );
  return `HttpRequest request = HttpRequest.newBuilder()\n    .uri(URI.create(${doubleQuote(url)}))${headers.join('')}\n    .method(${doubleQuote(method)}, ${publisher})\n    .build();\n\nHttpResponse<String> response = HttpClient.newHttpClient()\n    .send(request, HttpResponse.BodyHandlers.ofString());\nSystem.out.println(response.body());`;
}

export function writeCsharp(request: SampleRequest): string {
  const { method, url, body, headers } = request;
  const lines = [
    'using System.Net.Http;',
    'using System.Text;',
    '',
    'using var client = new HttpClient();',
    `using var request = new HttpRequestMessage(new HttpMethod(${doubleQuote(method)}), ${doubleQuote(url)});`,
  ];
  for (const [name, value] of headers)
    if (name !== 'Content-Type')
      lines.push(`request.Headers.TryAddWithoutValidation(${doubleQuote(name)}, ${doubleQuote(value)});`);
  if (body?.kind === 'multipart') {
    lines.push(
      'using var form = new MultipartFormDataContent();',
      ...body.fields.map(
        ({ name, value, isFile, type }) =>
          `form.Add(${isFile ? 'new ByteArrayContent(File.ReadAllBytes("example-file"))' : `new StringContent(${doubleQuote(value)}${type === '' ? '' : `, Encoding.UTF8, ${doubleQuote(type)}`})`}, ${doubleQuote(name)});`,
      ),
      'request.Content = form;',
    );
  } else if (body !== undefined)
    lines.push(
      `request.Content = new StringContent(${doubleQuote(bodyText(body))}, Encoding.UTF8, ${doubleQuote(body.type)});`,
    );
  return [
    ...lines,
    '',
    'using var response = await client.SendAsync(request);',
    'Console.WriteLine(await response.Content.ReadAsStringAsync());',
  ].join('\n');
}

export function writeSwift(request: SampleRequest): string {
  const { method, url, body } = request;
  const lines = [
    'import Foundation',
    '',
    `var request = URLRequest(url: URL(string: ${bracedQuote(url)})!)`,
    `request.httpMethod = ${bracedQuote(method)}`,
  ];
  for (const [name, value] of headersOf(request))
    lines.push(`request.setValue(${bracedQuote(value)}, forHTTPHeaderField: ${bracedQuote(name)})`);
  if (body !== undefined) lines.push(`request.httpBody = Data(${bracedQuote(bodyText(body))}.utf8)`);
  return [
    ...lines,
    '',
    'let (data, _) = try await URLSession.shared.data(for: request)',
    'print(String(decoding: data, as: UTF8.self))',
  ].join('\n');
}

function kotlinPart({ name, value, isFile, type }: SampleField): string {
  const content = isFile
    ? '"example-file", File("example-file").asRequestBody()'
    : type === ''
      ? kotlinQuote(value)
      : `null, ${kotlinQuote(value)}.toRequestBody(${kotlinQuote(type)}.toMediaType())`;
  return `\n    .addFormDataPart(${kotlinQuote(name)}, ${content})`;
}

export function writeKotlin(request: SampleRequest): string {
  const { method, url, body } = request;
  const lines = ['val client = OkHttpClient()', ''];
  const isForm = body?.kind === 'multipart';
  if (isForm)
    lines.push(
      `val body = MultipartBody.Builder().setType(MultipartBody.FORM)${body.fields.map(kotlinPart).join('')}\n    .build()`,
    );
  else if (body !== undefined)
    lines.push(`val body = ${kotlinQuote(bodyText(body))}.toRequestBody(${kotlinQuote(body.type)}.toMediaType())`);
  const headers = request.headers.map(
    ([name, value]) => `\n    .addHeader(${kotlinQuote(name)}, ${kotlinQuote(value)})`,
  );
  lines.push(
    `val request = Request.Builder()\n    .url(${kotlinQuote(url)})\n    .method(${kotlinQuote(method)}, ${body === undefined ? 'null' : 'body'})${headers.join('')}\n    .build()`,
    '',
    'val response = client.newCall(request).execute()',
    'println(response.body?.string())',
  );
  return lines.join('\n');
}

export function writeRust(request: SampleRequest): string {
  const { method, url, body } = request;
  const chain = [
    `.request(reqwest::Method::${method}, ${bracedQuote(url)})`,
    ...headersOf(request).map(([name, value]) => `.header(${bracedQuote(name)}, ${bracedQuote(value)})`),
    ...(body === undefined ? [] : [`.body(${bracedQuote(bodyText(body))})`]),
    '.send()?',
  ];
  return `use reqwest::blocking::Client;\n\nfn main() -> Result<(), reqwest::Error> {\n    let response = Client::new()\n        ${chain.join('\n        ')};\n    println!("{}", response.text()?);\n    Ok(())\n}`;
}

export function writeDart(request: SampleRequest): string {
  const { method, url, body } = request;
  const lines = [
    "import 'package:http/http.dart' as http;",
    '',
    'void main() async {',
    `  final request = http.Request(${dollarSafe(method)}, Uri.parse(${dollarSafe(url)}));`,
  ];
  for (const [name, value] of headersOf(request))
    lines.push(`  request.headers[${dollarSafe(name)}] = ${dollarSafe(value)};`);
  if (body !== undefined) lines.push(`  request.body = ${dollarSafe(bodyText(body))};`);
  return [
    ...lines,
    '  final response = await http.Response.fromStream(await request.send());',
    '  print(response.body);',
    '}',
  ].join('\n');
}

export function writeC(request: SampleRequest): string {
  const { method, url, body } = request;
  const headers = headersOf(request);
  const lines = [
    '#include <curl/curl.h>',
    '',
    'int main(void) {',
    '  CURL *curl = curl_easy_init();',
    `  curl_easy_setopt(curl, CURLOPT_CUSTOMREQUEST, ${cQuote(method)});`,
    `  curl_easy_setopt(curl, CURLOPT_URL, ${cQuote(url)});`,
  ];
  if (headers.length > 0) {
    lines.push(
      '  struct curl_slist *headers = NULL;',
      ...headers.map(([name, value]) => `  headers = curl_slist_append(headers, ${cQuote(`${name}: ${value}`)});`),
      '  curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);',
    );
  }
  if (body !== undefined) lines.push(`  curl_easy_setopt(curl, CURLOPT_POSTFIELDS, ${cQuote(bodyText(body))});`);
  return [
    ...lines,
    '  CURLcode result = curl_easy_perform(curl);',
    '  curl_easy_cleanup(curl);',
    '  return (int)result;',
    '}',
  ].join('\n');
}
