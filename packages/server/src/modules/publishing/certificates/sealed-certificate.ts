import { X509Certificate } from 'node:crypto';
import { AcmeError, type OrderedCertificate } from '../../../platform/acme/index.ts';
import type { SealContext, SecretBox } from '../../../platform/secret-box/index.ts';
import type { Life } from './next-order.ts';

/** Returns the context of an encrypted key, which can't be opened in another organization's or another domain's row. */
const contextOf = (row: { readonly organization_id: string; readonly domain: string }): SealContext => ({
  kind: 'site-certificate',
  organizationId: row.organization_id,
  objectId: row.domain,
});

type Owner = Parameters<typeof contextOf>[0];

export const sealCertificate = (box: SecretBox, owner: Owner, certificate: OrderedCertificate): string =>
  box.seal(JSON.stringify(certificate), contextOf(owner));

/** @throws SecretBoxError */
export const openCertificate = (box: SecretBox, owner: Owner, sealed: string): OrderedCertificate =>
  JSON.parse(box.open(sealed, contextOf(owner))) as OrderedCertificate;

/**
 * Returns the lifetime of a chain's first certificate.
 * @throws AcmeError if the certificate is not for the domain
 */
export function readValidity({ chain }: OrderedCertificate, domain: string): Life {
  const certificate = new X509Certificate(chain);
  if (certificate.checkHost(domain) === undefined)
    throw new AcmeError('other-name', `The authority's certificate is not for ${domain}.`);
  return { from: certificate.validFromDate, to: certificate.validToDate };
}

/** Returns the context for the key of the installation's account at an authority. */
export const accountContext = (directory: string): SealContext => ({
  kind: 'acme-account',
  organizationId: '',
  objectId: directory,
});
