/**
 * Requests from readers, browsers and agents for a site with a name below localhost, which browsers resolve but Node.js
 * doesn't.
 */
import assert from 'node:assert/strict';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { BrowserContext, Page, Request } from 'playwright-core';
import { send, type Answer, type Sent } from '../../packages/host/src/testing/protected-site.ts';
import { findFreePort } from '../../packages/server/src/testing/free-port.ts';

export interface SitePlace {
  /** The address that browsers use. */
  readonly url: string;
  readonly port: number;
}

export async function findPlace(name: string): Promise<SitePlace> {
  const port = await findFreePort();
  return { url: `http://${name}.localhost:${port}`, port };
}

/** Sends a raw request, so that its path isn't normalized. */
export const ask = ({ url, port }: SitePlace, path: string, sent: Sent = {}): Promise<Answer> =>
  send(`http://127.0.0.1:${port}`, path, { ...sent, headers: { host: new URL(url).host, ...sent.headers } });

export async function openPage({ url }: SitePlace, reader: BrowserContext, path: string): Promise<Page> {
  const page = await reader.newPage();
  await page.goto(`${url}${path}`);
  return page;
}

/** Opens a page in the reader's browser. @returns the addresses on the way to it, through the provider */
export async function signIn({ url }: SitePlace, reader: BrowserContext): Promise<readonly string[]> {
  const page = await reader.newPage();
  const response = await page.goto(`${url}/quickstart`);
  assert.equal(page.url(), `${url}/quickstart`);
  assert.equal(response?.status(), 200);
  const addresses: string[] = [];
  for (let request: Request | null = response?.request() ?? null; request !== null; request = request.redirectedFrom())
    addresses.unshift(request.url());
  await page.close();
  return addresses;
}

/** Creates a token for an agent on the reader's account page. */
export async function createToken(at: SitePlace, reader: BrowserContext): Promise<string> {
  const page = await openPage(at, reader, '/account');
  await page.getByLabel('Name of the token').fill('Editor');
  await page.getByRole('button', { name: 'Create token' }).click();
  await page.getByRole('status').waitFor();
  const token = /docr_[\w-]{54}/.exec(await page.content())?.[0] ?? assert.fail('no token was created');
  await page.close();
  return token;
}

export interface ToolCall {
  readonly name: string;
  readonly arguments: Record<string, unknown>;
}

/**
 * Calls tools of a site's MCP server with the official client.
 * @returns the results as JSON
 *
 * @param token of a reader; `undefined` for an agent without one
 */
export async function callTools(
  at: SitePlace,
  token: string | undefined,
  calls: readonly ToolCall[],
): Promise<readonly string[]> {
  const transport = new StreamableHTTPClientTransport(new URL(`${at.url}/mcp`), {
    requestInit: { headers: token === undefined ? {} : { authorization: `Bearer ${token}` } },
    fetch: async (_url, { method = 'GET', headers, body } = {}) => {
      const sent = {
        method,
        headers: Object.fromEntries(new Headers(headers)),
        body: typeof body === 'string' ? body : undefined,
      };
      const { status, text, headers: received } = await ask(at, '/mcp', sent);
      const type = { 'content-type': received['content-type'] ?? '' };
      return new Response(status === 202 ? null : text, { status, headers: type });
    },
  });
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  const results: string[] = [];
  for (const call of calls) results.push(JSON.stringify(await client.callTool({ ...call })));
  await client.close();
  return results;
}
