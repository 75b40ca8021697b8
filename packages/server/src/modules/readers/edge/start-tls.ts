import type { SecureContext } from 'node:tls';
import type { ListeningServers, RequestListener } from '@docwright/site-server';
import { CertificateContexts, type ContextDeps } from './certificate-contexts.ts';
import { WatchedCertificate, type CertificateFiles } from './certificate-files.ts';
import { readAuthorities } from './create-context.ts';
import { readSiteName } from './site-names.ts';

export interface EdgeTlsSettings {
  readonly port: number;
  /** The wildcard certificate of the sites domain. */
  readonly files: CertificateFiles | undefined;
  /** `max-age` of `Strict-Transport-Security` in responses over TLS; with 0, it isn't sent. */
  readonly hstsSeconds: number;
  /** File with the authorities that issue proxies' client certificates. */
  readonly proxyAuthorities: string | undefined;
}

export interface EdgeTls {
  /** Whether a handshake with the name would succeed. */
  hasCertificate(name: string, network: string): Promise<boolean>;
  /** `https://127.0.0.1:4402` */
  listen(servers: ListeningServers, listener: RequestListener): Promise<string>;
  close(): void;
}

/**
 * Opens TLS at the edge itself: names below the sites domain use the certificate files, and projects' domains use their
 * own certificates.
 */
export async function openEdgeTls(
  { port, files, proxyAuthorities }: Omit<EdgeTlsSettings, 'hstsSeconds'>,
  { sitesDomain, ...deps }: Omit<ContextDeps, 'authorities'> & { readonly sitesDomain: string },
): Promise<EdgeTls> {
  const authorities = proxyAuthorities === undefined ? undefined : await readAuthorities(proxyAuthorities);
  const wildcard = files && (await WatchedCertificate.open(files, deps.log, authorities));
  const contexts = new CertificateContexts({ ...deps, authorities });
  const requestsCertificate = authorities !== undefined;
  const contextOf = async (name: string, network: string): Promise<SecureContext | undefined> => {
    const asked = readSiteName(name, sitesDomain);
    return asked?.kind === 'domain'
      ? contexts.get(asked.domain, network)
      : asked?.kind === 'label'
        ? wildcard?.context
        : undefined;
  };
  return {
    hasCertificate: async (name, network) => (await contextOf(name, network)) !== undefined,
    listen: (servers, listener) => servers.listenTls(port, listener, { contextOf, requestsCertificate }),
    close: () => wildcard?.close(),
  };
}
