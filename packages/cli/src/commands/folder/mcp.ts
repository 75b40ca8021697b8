import type { Command } from 'commander';
import type { Bind } from '../../invocation.ts';

export function addMcpCommand(program: Command, bind: Bind): void {
  program
    .command('mcp')
    .argument('<site>', 'bundle (.tar.gz), folder of a built site, folder with docs.json, or address')
    .description('Give a coding agent access to a site’s documentation over stdin and stdout (Model Context Protocol).')
    .addHelpText(
      'after',
      '\nFor an address such as `https://docs.example.com`, messages are forwarded to its MCP server at /mcp. With `<service>/v1/mcp`, the agent gets the service’s tools, with this command’s API key. For a folder or a bundle, the network isn’t used.',
    )
    .action(bind(async (call) => (await import('../../site/serve-mcp.ts')).serveMcp(call)));
}
