import { OutgoingError, type OutgoingFetch, type SiteAccess } from '@docwright/site-access';
import { createAddressRules, hostAndPort } from '@docwright/site-server';
import { openLink } from '../outgoing/open-link.ts';

const idleTimeoutMs = 10_000;

/**
 * Creates the client for requests to the sites' identity providers. A loopback address is allowed only if the
 * operator's settings name its host.
 */
export function createFetch(
  sites: readonly { readonly access: SiteAccess; readonly allowedPrivateHosts: readonly string[] }[],
): OutgoingFetch {
  const trusted = sites.flatMap(({ access }) => (access.mode === 'oauth' ? namedUrls(access.provider) : []));
  const allowed = sites.flatMap(({ allowedPrivateHosts }) => allowedPrivateHosts);
  const rules = createAddressRules(
    trusted.map((url) => hostAndPort(new URL(url))),
    allowed,
  );
  return async ({ method, url, headers, body, maxBytes, signal }) => {
    try {
      const answer = await openLink({
        url,
        rules,
        setting: 'access.allowedPrivateHosts',
        redirects: 'none',
        method,
        headers,
        ...(body !== undefined && { body: Buffer.from(body) }),
        idleTimeoutMs,
        signal: signal ?? AbortSignal.timeout(idleTimeoutMs),
      });
      return { status: answer.status, headers: answer.headers, body: await readAtMost(answer.body, maxBytes) };
    } catch (error) {
      if (error instanceof OutgoingError) throw error;
      throw new OutgoingError(error instanceof Error ? error.message : String(error), { cause: error });
    }
  };
}

type Provider = Extract<SiteAccess, { mode: 'oauth' }>['provider'];

const namedUrls = (provider: Provider): readonly string[] =>
  provider.kind === 'oidc' ? [provider.issuer] : [provider.tokenUrl, provider.apiUrl];

async function readAtMost(body: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of body) {
    bytes += part.length;
    if (bytes > maxBytes)
      throw new OutgoingError(`the response is larger than ${maxBytes} bytes`, { isTooLarge: true });
    parts.push(part);
  }
  return Buffer.concat(parts);
}
