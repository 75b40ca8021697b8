import { useState } from 'react';
import { readBase64 } from '../browser/read-base64.ts';
import { judgeImages, toImageName } from './attached-images.ts';

/** An image that is sent with the next prompt. */
export interface AttachedImage {
  readonly key: number;
  readonly name: string;
  readonly type: string;
  readonly size: number;
  /** The bytes in Base64. */
  readonly content: string;
}

export interface AttachedImages {
  readonly images: readonly AttachedImage[];
  /** The reasons why files of the last selection weren't attached. */
  readonly problems: readonly string[];
  add(files: readonly File[]): Promise<void>;
  remove(image: AttachedImage): void;
  clear(): void;
}

let lastKey = 0;

/** The images of a prompt that is being written. They aren't stored in the browser, unlike its text. */
export function useAttachedImages(): AttachedImages {
  const [images, setImages] = useState<readonly AttachedImage[]>([]);
  const [problems, setProblems] = useState<readonly string[]>([]);
  return {
    images,
    problems,
    add: async (files) => {
      const read = await Promise.all(files.map(readImage));
      setImages((present) => {
        const judged = judgeImages(present, read);
        setProblems(judged.problems);
        return [...present, ...judged.accepted];
      });
    },
    remove: (image) => {
      setImages((present) => present.filter(({ key }) => key !== image.key));
      setProblems([]);
    },
    clear: () => {
      setImages([]);
      setProblems([]);
    },
  };
}

async function readImage(file: File): Promise<AttachedImage> {
  const { type, size } = file;
  // A file that is refused for its size or type isn't read.
  const isRefused = judgeImages([], [file]).accepted.length === 0;
  const content = isRefused ? '' : await readBase64(file);
  return { key: (lastKey += 1), name: toImageName(file), type, size, content };
}

/** The field of a request; absent without images. */
export const toAttachments = (images: readonly AttachedImage[]) =>
  images.length === 0 ? {} : { attachments: images.map(({ name, content }) => ({ name, content })) };

/** Large requests take longer than the client's usual limit on slow connections. */
export const sendingTime = (images: readonly unknown[]) => (images.length === 0 ? {} : { timeoutMs: 600_000 });
