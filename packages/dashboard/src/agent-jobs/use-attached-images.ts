import { useState } from 'react';
import { judgeImages, toImageName } from './attached-images.ts';
import { readAddress } from './read-address.ts';

/** An image that is sent with the next prompt. */
export interface AttachedImage {
  readonly key: number;
  readonly name: string;
  readonly type: string;
  readonly size: number;
  /** The bytes as `data:image/png;base64,…`. */
  readonly address: string;
}

export interface AttachedImages {
  readonly images: readonly AttachedImage[];
  /** The reasons why files from the last selection weren't attached. */
  readonly problems: readonly string[];
  add(files: readonly File[]): Promise<void>;
  remove(image: AttachedImage): void;
  clear(): void;
}

let lastKey = 0;

/**
 * Manages the images of a prompt that is being written. Unlike the prompt's text, they aren't stored in the browser.
 */
export function useAttachedImages(): AttachedImages {
  const [{ images, problems }, setState] = useState(nothing);
  return {
    images,
    problems,
    add: async (files) => {
      const read = await Promise.all(files.map(readImage));
      setState(({ images: present }) => {
        const judged = judgeImages(present, read);
        return { images: [...present, ...judged.accepted], problems: judged.problems };
      });
    },
    remove: (image) =>
      setState(({ images: present }) => ({ images: present.filter(({ key }) => key !== image.key), problems: [] })),
    clear: () => setState(nothing),
  };
}

const nothing: Pick<AttachedImages, 'images' | 'problems'> = { images: [], problems: [] };

async function readImage(file: File): Promise<AttachedImage> {
  const { type, size } = file;
  // A file that is refused because of its size or type isn't read.
  const isRefused = judgeImages([], [file]).accepted.length === 0;
  const address = isRefused ? '' : await readAddress(file);
  return { key: (lastKey += 1), name: toImageName(file), type, size, address };
}

/** Returns the request field, which is absent without images. */
export const toAttachments = (images: readonly AttachedImage[]) =>
  images.length === 0
    ? {}
    : { attachments: images.map(({ name, address }) => ({ name, content: address.slice(address.indexOf(',') + 1) })) };

/**
 * Returns the request options for images. On slow connections, large requests take longer than the client's usual
 * limit.
 */
export const sendingTime = (images: readonly unknown[]) => (images.length === 0 ? {} : { timeoutMs: 600_000 });
