import type { SiteKnowledge } from '../knowledge/site-knowledge.ts';
import { siteTools } from '../tools/site-tools.ts';

/**
 * The document for finding a site's MCP server by its host name: the format's discovery document (`url`, `servers`) and
 * a server card in one. Addresses are relative to the document.
 */
export async function serverCard(knowledge: SiteKnowledge) {
  const title = await knowledge.siteName();
  const endpoint = `${knowledge.basePath}/mcp`;
  return {
    version: '1.0',
    serverInfo: { name: 'docs', title, version: knowledge.id },
    description: `Search and read the documentation of ${title || 'this site'}.`,
    url: endpoint,
    servers: [{ name: 'public', url: endpoint, transport: 'http', authentication: 'none' }],
    transport: { type: 'streamable-http', endpoint },
    authentication: { required: false },
    capabilities: { tools: {} },
    tools: siteTools.map(({ name, title: label, description }) => ({ name, title: label, description })),
  };
}
