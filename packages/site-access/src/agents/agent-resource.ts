import type { Visit } from '../gate/visit.ts';

/** The path of the site's MCP server: the resource of application tokens (RFC 8707). */
export const mcpPath = '/mcp';

export const isMcp = ({ site, request }: Visit): boolean => request.pathname === `${site.basePath}${mcpPath}`;

export const resourceOf = ({ site }: Visit): string => `${site.scheme}://${site.hosts[0]}${site.basePath}${mcpPath}`;

/** Whether the text, if any, is the address of the site's MCP server, which is the only resource. */
export const isResource = ({ site }: Visit, text: string | null): boolean => {
  if (text === null) return true;
  const url = URL.parse(text);
  return (
    url !== null &&
    url.protocol === `${site.scheme}:` &&
    site.hosts.includes(url.host) &&
    url.pathname.replace(/\/$/, '') === `${site.basePath}${mcpPath}` &&
    url.search === '' &&
    url.hash === ''
  );
};

/** Returns the issuer's address: the authorization server is the site itself. */
export const issuerOf = ({ site }: Visit): string => `${site.scheme}://${site.hosts[0]}${site.basePath}`;

export const metadataUrlOf = (visit: Visit): string => `${issuerOf(visit)}/.well-known/oauth-protected-resource`;
