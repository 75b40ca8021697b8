import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { LinkSecrets } from '../../../platform/blob-store/index.ts';

/** The preview that a link shows. */
export interface PreviewTarget {
  readonly kind: 'export' | 'before' | 'after' | 'draft';
  readonly organizationId: string;
  readonly projectId: string;
  /** The ID of an export job or an agent job, or the branch of a draft. */
  readonly jobId: string;
  /** Name of the site in the cache. */
  readonly name: string;
}

export interface PreviewLinks {
  /** The first segment after `/preview/`: the target, the time, and their signature. */
  sign(target: PreviewTarget, expiresAt: Date): string;
  /** Returns `undefined` for a token that is forged, altered, or expired, without distinguishing between them. */
  verify(token: string, nowMs: number): PreviewTarget | undefined;
}

const kinds = ['export', 'before', 'after', 'draft'] as const;

/**
 * Links are signed with separate keys, so that a link to a bundle is never valid for a preview. The first secret signs
 * links, and all secrets verify them.
 */
export function createPreviewLinks(secrets: LinkSecrets): PreviewLinks {
  const keys = secrets.map((secret) => Buffer.from(hkdfSync('sha256', secret, '', 'docwright previews', 32)));
  const macs = (payload: string): Buffer[] =>
    keys.map((key) => Buffer.from(createHmac('sha256', key).update(payload).digest('base64url')));
  return {
    sign: ({ kind, organizationId, projectId, jobId, name }, expiresAt) => {
      const fields = [kind, organizationId, projectId, jobId, name, Math.floor(expiresAt.getTime() / 1000)];
      const payload = Buffer.from(JSON.stringify(fields)).toString('base64url');
      return `${payload}.${(macs(payload)[0] ?? '').toString()}`;
    },
    verify: (token, nowMs) => {
      const [payload = '', mac = '', ...rest] = token.split('.');
      // Compared as text, because different texts can decode to the same bytes.
      const received = Buffer.from(mac);
      const isOurs = macs(payload).map((own) => received.length === own.length && timingSafeEqual(own, received));
      if (rest.length > 0 || !isOurs.includes(true)) return undefined;
      const fields = JSON.parse(Buffer.from(payload, 'base64url').toString()) as string[];
      const [kind, organizationId = '', projectId = '', jobId = '', name = '', seconds] = fields;
      const known = kinds.find((one) => one === kind);
      if (known === undefined || Number(seconds) * 1000 <= nowMs) return undefined;
      return { kind: known, organizationId, projectId, jobId, name };
    },
  };
}
