import { Type, type Static } from 'typebox';
import { DateTime, Nullable } from './ids.ts';

export const domainStatuses = ['pending', 'verified', 'failed'] as const;
export type DomainStatus = (typeof domainStatuses)[number];

export const domainRecordTypes = ['CNAME', 'TXT', 'A', 'AAAA'] as const;
export type DomainRecordType = (typeof domainRecordTypes)[number];

export const certificateStatuses = ['pending', 'postponed', 'issued', 'failed'] as const;
export type CertificateStatus = (typeof certificateStatuses)[number];

export const AddDomainBody = Type.Object(
  {
    domain: Type.String({
      maxLength: 1_000,
      description: 'Host name, such as docs.example.com. Internationalized names are stored in Punycode.',
    }),
  },
  { $id: 'AddDomain' },
);
export type AddDomainBody = Static<typeof AddDomainBody>;

export const DomainRecord = Type.Object(
  {
    type: Type.Enum([...domainRecordTypes]),
    name: Type.String({ description: 'Full name of the record.' }),
    value: Type.String(),
    purpose: Type.Enum(['proof', 'address', 'proof and address'], {
      description: '`proof`: verifies the domain. `address`: directs readers to this installation.',
    }),
  },
  { $id: 'DomainRecord' },
);
export type DomainRecord = Static<typeof DomainRecord>;

export const SiteCertificate = Type.Object(
  {
    status: Type.Enum([...certificateStatuses], {
      description:
        '`pending`: will be ordered soon. `postponed`: the maximum number of orders in 24 hours is reached. `failed`: the last order failed. `expiresAt` shows whether a certificate is in use.',
    }),
    reason: Nullable(
      Type.String({
        description: 'Why the last order failed, as reported by the certificate authority, or why it is postponed.',
      }),
    ),
    expiresAt: Nullable(DateTime('Expiry of the certificate in use; null if no certificate is in use.')),
    nextOrderAt: DateTime('When the next certificate is ordered.'),
  },
  {
    $id: 'SiteCertificate',
    description:
      "The certificate that the edge nodes have for the domain. Null until the domain is verified and resolves to this installation, and if the edge nodes don't order certificates themselves.",
  },
);
export type SiteCertificate = Static<typeof SiteCertificate>;

export const SiteDomain = Type.Object(
  {
    domain: Type.String({ description: 'In Punycode if the name has non-ASCII letters.' }),
    displayName: Type.String({ description: 'The readable name: bücher.example for xn--bcher-kva.example.' }),
    projectId: Type.String(),
    status: Type.Enum([...domainStatuses], {
      description:
        '`pending`: not verified yet. `verified`: the site is served on it. `failed`: the verification record is missing; `claimed` shows whether the site is still served.',
    }),
    claimed: Type.Boolean({
      description:
        'Whether the project has the exclusive right to the domain. The claim lasts for 7 days after the verification record disappears.',
    }),
    primary: Type.Boolean({
      description:
        'Whether canonical links, the sitemap and robots.txt use the domain, and other domains redirect to it.',
    }),
    leadsHere: Type.Boolean({ description: "Whether the domain's records resolve to this installation." }),
    reason: Nullable(Type.String({ description: 'What the last check found and expected.' })),
    certificate: Nullable(SiteCertificate),
    records: Type.Array(DomainRecord, { description: "Records to set at the domain's DNS provider." }),
    releasedAt: Nullable(DateTime('When the claim expires unless the verification record is restored.')),
    checkedAt: Nullable(DateTime('When the records were last checked.')),
    nextCheckAt: Nullable(DateTime('When the records are checked next; null if they are checked only on request.')),
    createdAt: DateTime('When the domain was added.'),
  },
  { $id: 'SiteDomain' },
);
export type SiteDomain = Static<typeof SiteDomain>;

export const SiteDomainList = Type.Object({ domains: Type.Array(SiteDomain) }, { $id: 'SiteDomainList' });
export type SiteDomainList = Static<typeof SiteDomainList>;
