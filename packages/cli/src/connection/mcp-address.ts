import type { McpAddress } from '@docwright/site-assistant/mcp-over-stdio';
import { CliError } from '../cli-error.ts';
import type { CliContext } from '../context.ts';
import { resolveConnection, type ConnectionOptions } from './resolve-connection.ts';

/**
 * Returns the URL of an address's MCP server and the key to send: the service's key for the service's own server, and
 * no key for sites. A key is sent only to its own service.
 */
export function toMcpAddress(context: CliContext, options: ConnectionOptions, named: string): McpAddress {
  const url = URL.parse(named);
  if (url === null) throw new CliError('usage', 'invalid_address', `${named} is not an address`);
  if (url.username !== '' || url.password !== '')
    throw new CliError('usage', 'invalid_address', 'the address must not contain a user name or password');
  if (!url.pathname.endsWith('/mcp')) url.pathname = `${url.pathname.replace(/(?<!\/)\/+$/, '')}/mcp`;
  if (!url.pathname.endsWith('/v1/mcp')) return { url, headers: {} };
  const service = `${url.origin}${url.pathname.slice(0, -'/v1/mcp'.length)}`;
  const chosen = options.baseUrl ?? context.env['DOCWRIGHT_BASE_URL'];
  if (chosen !== undefined && URL.parse(chosen)?.origin !== url.origin)
    throw new CliError('usage', 'other_service', `the API key is for ${chosen}, not for ${service}`);
  const { apiKey } = resolveConnection(context, { ...options, baseUrl: service });
  if (apiKey === undefined)
    throw new CliError('usage', 'no_api_key', `${service} needs an API key; pass --api-key or set DOCWRIGHT_API_KEY`);
  return { url, headers: { authorization: `Bearer ${apiKey}` } };
}
