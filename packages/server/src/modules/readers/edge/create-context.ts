import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createSecureContext, type SecureContext } from 'node:tls';

/** @param authorities those that can issue client certificates, in PEM format; `undefined` if clients have none */
export function createContext(
  { key, chain }: { readonly key: string; readonly chain: string },
  authorities: string | undefined,
): SecureContext {
  return createSecureContext({ key, cert: chain, ca: authorities });
}

/** @throws if the file can't be read or contains no certificates */
export async function readAuthorities(file: string): Promise<string> {
  try {
    const text = await readFile(file, 'utf8');
    const blocks = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
    if (blocks.length === 0) throw new Error('it contains no certificate in PEM format');
    for (const block of blocks) void new X509Certificate(block);
    return blocks.join('\n');
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`The authorities in ${file} (DOCWRIGHT_PROXY_CA_FILE) can't be used: ${why}`, { cause });
  }
}
