export { AcmeClient, type AcmeSettings, type CertificateOrder, type OrderedCertificate } from './acme-client.ts';
export { AcmeError } from './errors.ts';
