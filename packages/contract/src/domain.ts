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
      description: 'Host name, such as docs.example.com. Internationalised names are stored in punycode.',
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
      description: '`proof`: shows whose the domain is. `address`: leads readers here.',
    }),
  },
  { $id: 'DomainRecord' },
);
export type DomainRecord = Static<typeof DomainRecord>;

export const SiteCertificate = Type.Object(
  {
    status: Type.Enum([...certificateStatuses], {
      description:
        '`pending`: ordered soon. `postponed`: as many were ordered in 24 hours as may be. `failed`: the last order failed. Whether a certificate is used meanwhile, `expiresAt` says.',
    }),
    reason: Nullable(
      Type.String({ description: 'Why the last order failed, in the words of the authority, or why it is postponed.' }),
    ),
    expiresAt: Nullable(DateTime('End of the certificate that is used; null: there is none.')),
    nextOrderAt: DateTime('When the next one is ordered.'),
  },
  {
    $id: 'SiteCertificate',
    description:
      'What the edges have for the domain. Null until it is proved and leads here, and where they get no certificates themselves.',
  },
);
export type SiteCertificate = Static<typeof SiteCertificate>;

export const SiteDomain = Type.Object(
  {
    domain: Type.String({ description: 'In punycode where the name has other letters than ASCII.' }),
    displayName: Type.String({ description: 'The name as people write it: bücher.example for xn--bcher-kva.example.' }),
    projectId: Type.String(),
    status: Type.Enum([...domainStatuses], {
      description:
        '`pending`: not proved yet. `verified`: the site answers at it. `failed`: the proof is not there; `claimed` says whether the site still answers.',
    }),
    claimed: Type.Boolean({
      description: 'Whether the project has the domain to itself. A claim outlives a missing proof for 7 days.',
    }),
    primary: Type.Boolean({
      description: 'Whether canonical links, sitemap and robots.txt name it, and other names lead to it.',
    }),
    leadsHere: Type.Boolean({ description: 'Whether its records lead readers to this installation.' }),
    reason: Nullable(Type.String({ description: 'What the last look found and what was expected, in words.' })),
    certificate: Nullable(SiteCertificate),
    records: Type.Array(DomainRecord, { description: 'To set at the domain’s DNS provider.' }),
    releasedAt: Nullable(DateTime('When the claim ends unless the proof is back.')),
    checkedAt: Nullable(DateTime('When the records were looked at last.')),
    nextCheckAt: Nullable(DateTime('When they are looked at again; null: only when it is asked for.')),
    createdAt: DateTime('When it was added.'),
  },
  { $id: 'SiteDomain' },
);
export type SiteDomain = Static<typeof SiteDomain>;

export const SiteDomainList = Type.Object({ domains: Type.Array(SiteDomain) }, { $id: 'SiteDomainList' });
export type SiteDomainList = Static<typeof SiteDomainList>;
