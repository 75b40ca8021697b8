import type { Command } from 'commander';
import type { Bind } from '../invocation.ts';

export function addMcpCommand(program: Command, bind: Bind): void {
  program
    .command('mcp')
    .argument('<site>', 'bundle (.tar.gz), folder of a built site, folder with docs.json, or address')
    .description('Give a coding agent the documentation of a site over stdin and stdout (Model Context Protocol).')
    .addHelpText(
      'after',
      '\nFor an address, messages are passed on to its MCP server: `https://docs.example.com` is asked at /mcp. With `<service>/v1/mcp` the agent gets the tools of the service, with the API key of this command. For anything else no network is asked.',
    )
    .action(bind(async (call) => (await import('../site/serve-mcp.ts')).serveMcp(call)));
}
