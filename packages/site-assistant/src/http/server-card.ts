import type { SiteKnowledge } from '../knowledge/site-knowledge.ts';
import { siteTools } from '../tools/site-tools.ts';

/** What finds a site's MCP server by its host name alone (`/.well-known/mcp.json`). */
export async function serverCard(knowledge: SiteKnowledge) {
  const title = await knowledge.siteName();
  return {
    version: '1.0',
    serverInfo: { name: 'docs', title, version: knowledge.id },
    description: `Search and read the documentation of ${title || 'this site'}.`,
    transport: { type: 'streamable-http', endpoint: `${knowledge.basePath}/mcp` },
    authentication: { required: false },
    capabilities: { tools: {} },
    tools: siteTools.map(({ name, title: label, description }) => ({ name, title: label, description })),
  };
}
