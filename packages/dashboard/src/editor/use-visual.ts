import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { useClient } from '../api/api-context.ts';
import type { DocsFile } from './docs-tree.ts';
import { findMediaType, toImageAddress } from './media.ts';
import { draftKey, type FileIds } from './queries.ts';
import { resolveImage } from './visual/resolve-image.ts';
import type { TagTarget, VisualHost, VisualPlace } from './visual/visual-state.ts';

/** Interval after which images are reloaded, because a draft's images can change. */
const IMAGE_STALE_MS = 60_000;

export interface Visual {
  readonly host: VisualHost;
  readonly place: VisualPlace;
  /** The component with its props in the form. */
  readonly target: TagTarget | undefined;
  readonly closeTarget: () => void;
  readonly fileInput: RefObject<HTMLInputElement | null>;
  /** The project's images and videos, while the author chooses one. */
  readonly library: readonly DocsFile[] | undefined;
  readonly closeLibrary: () => void;
}

/** Provides the page's part of visual mode: forms, images, and the toolbar's state. */
export function useVisual(ids: FileIds, files: readonly DocsFile[]): Visual {
  const client = useClient();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const fileInput = useRef<HTMLInputElement>(null);
  const [place, setPlace] = useState<VisualPlace>({ block: 'text', component: undefined, formats: [] });
  const [target, setTarget] = useState<TagTarget>();
  const listed = useListed(files);
  const [isChoosing, setIsChoosing] = useState(false);
  const media = useMemo(
    () => files.filter(({ path, change }) => change !== 'deleted' && findMediaType(path) !== undefined),
    [files],
  );
  const host = useMemo<VisualHost>(
    () => ({
      onProperties: setTarget,
      onPageSettings: () => void navigate({ to: '.', search: { view: 'form' }, resetScroll: false }),
      onChooseImage: () => {
        if (media.length > 0) setIsChoosing(true);
        else fileInput.current?.click();
      },
      onPlace: setPlace,
      loadImage: async (address) => {
        const path = resolveImage(address, ids.path);
        if (path === undefined) return undefined;
        if (!files.some((file) => file.path === path)) await listed(path);
        const load = queryClient.fetchQuery({
          queryKey: [...draftKey(ids), 'image', path],
          queryFn: async ({ signal }) => client.getDraftFile({ ...ids, path }, { signal }),
          staleTime: IMAGE_STALE_MS,
        });
        return load.then(toImageAddress, () => undefined);
      },
    }),
    // The file of this page never changes.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [client, queryClient, files],
  );
  return {
    host,
    place,
    target,
    closeTarget: () => setTarget(undefined),
    fileInput,
    library: isChoosing ? media : undefined,
    closeLibrary: () => setIsChoosing(false),
  };
}

/**
 * Returns a function that waits until a file is listed: an image that was just uploaded, or that someone else is
 * adding.
 */
function useListed(files: readonly DocsFile[]): (path: string) => Promise<void> {
  const waiting = useRef(new Map<string, PromiseWithResolvers<void>>());
  useEffect(() => {
    for (const { path } of files) {
      waiting.current.get(path)?.resolve();
      waiting.current.delete(path);
    }
  }, [files]);
  return (path) => {
    const waiter = waiting.current.get(path) ?? Promise.withResolvers<void>();
    waiting.current.set(path, waiter);
    return waiter.promise;
  };
}
