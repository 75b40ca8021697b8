import { maxAttachmentBytes, maxAttachmentsBytes, type Attachments } from '@docwright/contract';
import { describeImage, invisibleCharacters, type JobImage } from '@docwright/doc-agent';
import { decodeBase64 } from '../../../../platform/base64/decode-base64.ts';
import type { Queryable } from '../../../../platform/database/index.ts';
import { ApiError } from '../../../../platform/http/index.ts';
import type { StorageGate } from '../../../identity/storage/index.ts';
import { insertImage, maxImageBytesOfJob, maxImagesOfJob, selectImageFacts } from '../image-store.ts';
import type { AgentJobRow, AgentJobTables } from '../tables.ts';

export interface Attachment {
  readonly image: JobImage;
  readonly bytes: Uint8Array;
}

/**
 * Accepts a request with attached images: checks them and the storage quota first, and counts their bytes at the end.
 * @param accept returns whether the response of an earlier request was repeated
 * @throws ApiError invalid_request, storage_quota_exceeded, and the errors of `accept`
 */
export async function withAttachments<T extends { readonly replayed: boolean }>(
  storage: Pick<StorageGate, 'requireRoom' | 'added'>,
  organizationId: string,
  sent: Attachments | undefined,
  accept: (attachments: readonly Attachment[]) => Promise<T>,
): Promise<T> {
  if (sent === undefined) return accept([]);
  const attachments = readAttachments(sent);
  await storage.requireRoom(organizationId);
  const answer = await accept(attachments);
  if (!answer.replayed) await storage.added(organizationId, { records: sumBytes(attachments) });
  return answer;
}

/** Reads a request's images, each once. @throws ApiError invalid_request, with the name of the attachment */
export function readAttachments(sent: Attachments): readonly Attachment[] {
  const found = new Map<string, Attachment>();
  for (const [index, { name, content }] of sent.entries()) {
    const attachment = readAttachment(name, content, (field, problem) => refused(index, field, problem));
    if (!found.has(attachment.image.digest)) found.set(attachment.image.digest, attachment);
  }
  const attachments = [...found.values()];
  const bytes = sumBytes(attachments);
  if (bytes > maxAttachmentsBytes) {
    const message = `have ${inMegabytes(bytes)} MB in total, and ${inMegabytes(maxAttachmentsBytes)} MB are allowed`;
    throw new ApiError('invalid_request', `The attached images ${message}. Attach fewer or smaller images.`, {
      details: [{ path: '/attachments', message }],
    });
  }
  return attachments;
}

function readAttachment(
  name: string,
  content: string,
  refuse: (field: 'name' | 'content', problem: string) => ApiError,
): Attachment {
  if (invisibleCharacters.test(name))
    throw refuse('name', 'contains a control or invisible character. Rename the file');
  const quoted = JSON.stringify(name);
  const bytes = decodeBase64(content);
  if (bytes === undefined)
    throw refuse('content', `of ${quoted} is not Base64. Encode the bytes of the file in Base64`);
  if (bytes.length === 0) throw refuse('content', `of ${quoted} is empty. Attach a file with an image`);
  if (bytes.length > maxAttachmentBytes) {
    const size = `${bytes.length.toLocaleString('en')} bytes, and ${maxAttachmentBytes.toLocaleString('en')} are allowed`;
    throw refuse('content', `of ${quoted} has ${size}. Attach a smaller image`);
  }
  const image = describeImage(name, bytes);
  if (image === undefined)
    throw refuse('content', `of ${quoted} is not a PNG, JPEG, WebP or GIF image. Convert the file to one of them`);
  return { image, bytes };
}

function refused(index: number, field: 'name' | 'content', problem: string): ApiError {
  const details = [{ path: `/attachments/${index}/${field}`, message: problem }];
  return new ApiError('invalid_request', `\`attachments[${index}].${field}\` ${problem}.`, { details });
}

/** Stores a turn's images. @throws ApiError invalid_request: if the job would store too many */
export async function storeAttachments(
  tx: Queryable<AgentJobTables>,
  job: Pick<AgentJobRow, 'id' | 'organization_id'>,
  attachments: readonly Attachment[],
): Promise<void> {
  if (attachments.length === 0) return;
  const stored = await selectImageFacts(tx, job.id);
  const known = new Set(stored.map(({ digest }) => digest));
  const added = attachments.filter(({ image }) => !known.has(image.digest));
  const bytes = sumBytes(added) + stored.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  if (stored.length + added.length > maxImagesOfJob || bytes > maxImageBytesOfJob) {
    const message = `would exceed the limits of the job: ${maxImagesOfJob} images and ${inMegabytes(maxImageBytesOfJob)} MB, including those that the agent opened`;
    throw new ApiError('invalid_request', `The attached images ${message}. Attach fewer images, or create a new job.`, {
      details: [{ path: '/attachments', message }],
    });
  }
  for (const attachment of added) await insertImage(tx, job, attachment);
}

/** Identifies the attachments of a request with an `Idempotency-Key`, without their bytes. */
export const toIdentity = (attachments: readonly Attachment[]): { readonly attachments?: unknown } =>
  attachments.length === 0 ? {} : { attachments: attachments.map(({ image: { name, digest } }) => ({ name, digest })) };

const sumBytes = (attachments: readonly Attachment[]): number =>
  attachments.reduce((sum, { bytes }) => sum + bytes.length, 0);

const inMegabytes = (bytes: number): string => (bytes / 1_000_000).toLocaleString('en', { maximumFractionDigits: 1 });
