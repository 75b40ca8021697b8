import { errorCodes, jobErrorCodes, toOpenApi } from '@docwright/contract';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { SiteFolder } from '../../building/site-rendering/index.ts';

/** Languages of the samples, as named by the site builder. */
const sampleLanguages = ['bash', 'javascript', 'python', 'go', 'php', 'java', 'ruby', 'csharp'];
/** Pages to omit: decisions are meant for people who change the service. */
const notForReaders = /^decisions\//;

/**
 * Composes the site at `/docs`: the manual from a folder, and the reference of this service's API.
 * @returns `undefined` if the installation has no manual
 */
export async function composeFolder(folder: string, baseUrl: string): Promise<SiteFolder | undefined> {
  const files = await readFiles(folder);
  const config = files.get('docs.json');
  if (config === undefined) return undefined;
  const made: Record<string, string> = {
    'docs.json': JSON.stringify(withReference(JSON.parse(config.toString()) as ManualConfig, baseUrl)),
    'openapi.json': JSON.stringify(withScopes(toOpenApi(baseUrl))),
    'api/errors.mdx': writeErrorsPage(),
    'api/introduction.mdx': writeIntroduction(baseUrl),
  };
  for (const [path, text] of Object.entries(made)) files.set(path, Buffer.from(text));
  return { paths: [...files.keys()], read: (path) => files.get(path) };
}

async function readFiles(folder: string): Promise<Map<string, Buffer>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    },
  );
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => !notForReaders.test(path));
  return new Map(await Promise.all(paths.map(async (path) => [path, await readFile(join(folder, path))] as const)));
}

interface ManualConfig {
  readonly navigation: { readonly groups: readonly unknown[] };
}

function withReference({ navigation, ...config }: ManualConfig, baseUrl: string): object {
  return {
    ...config,
    navbar: { primary: { type: 'button', label: 'Dashboard', href: `${baseUrl}/dashboard/` } },
    // Pages and API share one origin, so the reader's session is sent along and no proxy is needed.
    api: { playground: { proxy: false }, examples: { languages: sampleLanguages } },
    navigation: {
      tabs: [
        { tab: 'Manual', groups: navigation.groups },
        {
          tab: 'API reference',
          groups: [
            { group: 'API', pages: ['api/introduction', 'api/errors'] },
            { group: 'Operations', openapi: 'openapi.json' },
          ],
        },
      ],
    },
  };
}

interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>>;
}

/** Adds each operation's scope to its description for people. Programs read it as `x-scope`. */
function withScopes(description: object): object {
  const { paths, ...rest } = description as Described;
  const described = Object.entries(paths).map(([path, methods]) => [
    path,
    Object.fromEntries(
      Object.entries(methods).map(([method, operation]) => {
        const { 'x-scope': scope, description: text } = operation;
        if (typeof scope !== 'string' || typeof text !== 'string') return [method, operation];
        return [method, { ...operation, description: `${text}\n\nScope: \`${scope}\`.` }];
      }),
    ),
  ]);
  return { ...rest, paths: Object.fromEntries(described) as Described['paths'] };
}

function writeIntroduction(baseUrl: string): string {
  const address = baseUrl.replaceAll('`', '');
  return `---
title: Introduction
description: How to send requests to the API
---

The address of the API is \`${address}\`. Agent jobs are under \`/v2/agent\`, everything else is under \`/v1\`.

- [OpenAPI description](/openapi.json), for programs and code generators
- [API keys, roles and scopes](/operate/accounts)
- [Error codes](/api/errors)

## First request

Create a key under *API keys* in the dashboard, and list your projects:

\`\`\`bash
curl ${address}/v1/projects -H "Authorization: Bearer $API_KEY"
\`\`\`

If you are signed in to the dashboard, you can also send requests from these pages without a key, with the permissions of
your role: open an operation, fill in its fields and choose *Send*. Requests are not simulated: they can change your data.

## Errors

Errors are JSON: \`error\` is for people and names the value and what is allowed, \`code\` is for programs and stays the
same, and \`requestId\` identifies the request in the log. A field that an operation doesn't have is refused.

## Pages of a list

A list returns up to \`limit\` rows and \`nextCursor\`. Send it as \`cursor\` for the next page; on the last page it is
\`null\`.

## Repeated requests

Send an \`Idempotency-Key\` with requests that start or create something. A request with the same key and body within 24
hours returns the first response, with \`Idempotent-Replayed: true\`, and starts nothing. To change an object only if
nobody else has changed it, send its \`updatedAt\` in \`If-Match\`.

## Limits

Responses of limited operations have the headers \`RateLimit-Policy\` and \`RateLimit\`. A request beyond a limit gets
\`429 rate_limited\` with the time to wait in \`Retry-After\`. [All limits](/operate/sizing#rate-limits-of-the-api)
`;
}

/** Writes the page of errors. Each code is an anchor, so that an error can link to its explanation. */
function writeErrorsPage(): string {
  const errors = Object.entries(errorCodes).map(
    ([code, { status, cause }]) => `### \`${code}\`\n\nStatus ${status}. ${escapeMdx(cause)}\n`,
  );
  const jobErrors = Object.entries(jobErrorCodes).map(
    ([code, { retryable, cause }]) =>
      `| \`${code}\` | ${retryable ? 'yes' : 'no'} | ${escapeMdx(cause).replaceAll('|', '\\|')} |`,
  );
  return `---
title: Errors
description: Every error code of the API, and what it means
boost: 0.5
---

Errors are JSON: \`error\` is a message for people and may change, \`code\` is for programs and is stable, \`requestId\` identifies the request in
the log, and \`details\` lists fields.

## Responses

${errors.join('\n')}
## Agent jobs

A failed job has one of these codes in \`error.code\`.

| Code | Retry may help | Cause |
| --- | --- | --- |
${jobErrors.join('\n')}
`;
}

/**
 * Escapes the service's own prose, in which braces and angle brackets outside code would be expressions and components.
 */
const escapeMdx = (text: string): string =>
  text
    .split(/(`[^`]*`)/)
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll(/[{}<>]/g, (character) => `\\${character}`)))
    .join('');
