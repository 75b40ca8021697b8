/** An agent without its own browser. It behaves as the Model Context Protocol prescribes. */
import { createHash, randomBytes } from 'node:crypto';
import type { GateSite } from '../gate/gate-site.ts';
import type { GateReply, TestBrowser, TestGate } from './test-gate.ts';

export const agentCallback = 'http://127.0.0.1:4000/callback';

export class AgentClient {
  readonly verifier = randomBytes(32).toString('base64url');
  /** The agent's own browser, without the reader's cookies. */
  readonly own: TestBrowser;
  clientId = '';

  constructor(gate: TestGate, site: GateSite) {
    this.own = gate.openBrowser(site);
  }

  async register(metadata: object = { client_name: 'Agent', redirect_uris: [agentCallback] }): Promise<GateReply> {
    const got = await this.own.ask('/account/oauth/register', { method: 'POST', body: JSON.stringify(metadata) });
    if (got.status === 201) this.clientId = (JSON.parse(got.text) as { client_id: string }).client_id;
    return got;
  }

  /** The address that the agent opens in the reader's browser. */
  authorizeUrl(changes: Readonly<Record<string, string>> = {}): string {
    const usual = {
      response_type: 'code',
      client_id: this.clientId,
      redirect_uri: agentCallback,
      code_challenge: createHash('sha256').update(this.verifier).digest('base64url'),
      code_challenge_method: 'S256',
      state: 'a state',
      resource: 'https://docs.example/mcp',
    };
    return `/account/oauth/authorize?${new URLSearchParams({ ...usual, ...changes }).toString()}`;
  }

  exchange(code: string, changes: Readonly<Record<string, string>> = {}): Promise<GateReply> {
    const usual = {
      grant_type: 'authorization_code',
      code,
      client_id: this.clientId,
      redirect_uri: agentCallback,
      code_verifier: this.verifier,
      resource: 'https://docs.example/mcp',
    };
    return this.own.ask('/account/oauth/token', { method: 'POST', form: { ...usual, ...changes } });
  }
}

/** Presses a button on the consent page. @returns the redirect address of the response */
export async function decide(reader: TestBrowser, asked: GateReply, decision: 'allow' | 'deny'): Promise<URL> {
  const request = /name="request" value="([^"]+)"/.exec(asked.text)?.[1];
  if (request === undefined) throw new Error(`no request for permission: ${asked.status} ${asked.text}`);
  const sent = await reader.send('/account/oauth/authorize', { request, decision });
  if (sent.location === '') throw new Error(`no decision: ${sent.status} ${sent.text}`);
  return new URL(sent.location);
}

export const tokenOf = ({ text }: GateReply): string => (JSON.parse(text) as { access_token: string }).access_token;

export const withToken = (token: string, accept = '*/*') => ({ headers: { authorization: `Bearer ${token}`, accept } });
