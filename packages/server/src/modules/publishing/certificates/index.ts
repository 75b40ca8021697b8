export {
  findCertificate,
  findCertificateStates,
  findChallenge,
  listChallenges,
  type FindDeps,
} from './find-certificate.ts';
export { startOrdering, type OrderDeps, type OrderSettings } from './order-certificates.ts';
export { resealCertificates } from './reseal-certificates.ts';
export type { CertificateTables } from './tables.ts';
