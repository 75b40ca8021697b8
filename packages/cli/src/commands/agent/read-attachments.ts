import { readFile, stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import type { Client } from '@docwright/sdk';
import { Option } from 'commander';
import { CliError } from '../../cli-error.ts';
import { collect } from '../../parse-option.ts';
import { describeReadFault } from '../../read-option-file.ts';

/** The contract's limits, repeated here so that other commands don't load the contract. A test compares them. */
export const maxAttachments = 10;
export const maxAttachmentBytes = 3_500_000;

type Attachments = NonNullable<Parameters<Client['createAgentJob']>[0]['attachments']>;

export interface AttachOptions {
  readonly attach?: readonly string[];
}

export const attachOption = (): Option =>
  new Option(
    '--attach <file>',
    `PNG, JPEG, WebP or GIF image for the agent, such as a screenshot; at most ${maxAttachmentBytes / 1_000_000} MB; repeatable`,
  ).argParser(collect);

/**
 * Reads the images from `--attach`, whose contents the service checks.
 * @throws CliError `usage`, with the file's name
 */
export async function readAttachments(
  cwd: string,
  { attach = [] }: AttachOptions,
): Promise<{ readonly attachments?: Attachments }> {
  if (attach.length === 0) return {};
  if (attach.length > maxAttachments)
    throw new CliError('usage', 'too_many_images', `--attach accepts ${maxAttachments} files, not ${attach.length}`);
  const attachments: Attachments = [];
  for (const file of attach) attachments.push({ name: basename(file), content: await readImage(resolve(cwd, file)) });
  return { attachments };
}

async function readImage(path: string): Promise<string> {
  const size = await read(path, async () => (await stat(path)).size);
  if (size > maxAttachmentBytes)
    throw new CliError(
      'usage',
      'image_too_large',
      `--attach ${path} has ${size} bytes; at most ${maxAttachmentBytes} are allowed. Attach a smaller image.`,
    );
  return read(path, () => readFile(path, 'base64'));
}

const read = <T>(path: string, work: () => Promise<T>): Promise<T> =>
  work().catch((error: unknown) => {
    const message = `--attach ${path} can't be read: ${describeReadFault(error)}`;
    throw new CliError('usage', 'unreadable_image', message, { cause: error });
  });
