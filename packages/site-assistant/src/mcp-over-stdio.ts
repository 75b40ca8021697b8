export { relayMcpOverStdio, type McpAddress } from './http/relay-mcp.ts';
export { serveMcpOverStdio, type McpServerInfo } from './http/mcp-server.ts';
