import { useEffect, useRef, useState, type ReactElement } from 'react';
import { useStore } from '../api/api-context.ts';
import { describeError } from '../api/describe-error.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { Skeleton } from '../ui/states.tsx';
import type { Preview } from './create-preview.ts';
import styles from './editor.module.css';
import type { ScrollLink } from './scroll-link.ts';

type Width = 'full' | 'phone';
type Scheme = 'light' | 'dark';

/** The page as it would be published, in an opaque origin, because content can be hostile. */
export interface PreviewPaneProps {
  readonly preview: Preview;
  readonly title: string;
  readonly scroll: ScrollLink;
  readonly onRetry: () => void;
}

export default function PreviewPane({ preview, title, scroll, onRetry }: PreviewPaneProps): ReactElement {
  const { url, latest, error } = useStore(preview.state);
  const [width, setWidth] = useState<Width>('full');
  const [scheme, setScheme] = useState<Scheme>('light');
  return (
    <section className={styles['preview']} aria-label="Preview">
      <div className={styles['previewBar']}>
        <Segmented
          label="Width of the preview"
          value={width}
          choices={[
            { value: 'full', label: 'Desktop' },
            { value: 'phone', label: 'Phone' },
          ]}
          onChange={setWidth}
        />
        <Segmented
          label="Colors of the preview"
          value={scheme}
          choices={[
            { value: 'light', label: 'Light' },
            { value: 'dark', label: 'Dark' },
          ]}
          onChange={setScheme}
        />
      </div>
      {error !== undefined && (
        <Notice
          tone="bad"
          isLive
          title="The preview couldn’t be rendered"
          action={
            <Button isSmall icon="refresh" onClick={onRetry}>
              Try again
            </Button>
          }
        >
          {describeError(error).text}
        </Notice>
      )}
      {url === undefined ? (
        error === undefined && <Skeleton lines={8} label="Rendering the preview" />
      ) : (
        <Frame key={url} url={url} html={latest?.html} {...{ title, width, scheme, scroll }} />
      )}
    </section>
  );
}

interface FrameProps {
  readonly url: string;
  readonly html: string | undefined;
  readonly title: string;
  readonly width: Width;
  readonly scheme: Scheme;
  readonly scroll: ScrollLink;
}

function Frame({ url, html, title, width, scheme, scroll }: FrameProps): ReactElement {
  const frame = useRef<HTMLIFrameElement>(null);
  const [isLoaded, setIsLoaded] = useState(false);
  const first = useRef(html);
  useEffect(() => {
    if (!isLoaded || html === undefined || html === first.current) return;
    first.current = undefined;
    // The frame's origin is opaque, so it can't be specified as the target.
    frame.current?.contentWindow?.postMessage({ type: 'docwright:preview', html }, '*');
  }, [isLoaded, html]);
  useEffect(() => {
    const target = frame.current?.contentWindow;
    const post = (ratio: number) => target?.postMessage({ type: 'docwright:scroll', ratio }, '*');
    const listen = ({ source, data }: MessageEvent) => {
      if (source !== target || typeof data !== 'object' || data === null) return;
      if (data.type === 'docwright:scroll' && typeof data.ratio === 'number') scroll.scrollText(data.ratio);
    };
    scroll.onTextScroll = post;
    addEventListener('message', listen);
    return () => {
      scroll.onTextScroll = undefined;
      removeEventListener('message', listen);
    };
  }, [scroll]);
  return (
    <div className={styles['frame']} data-width={width}>
      <iframe
        ref={frame}
        title={`Preview of ${title}`}
        src={url}
        sandbox="allow-scripts"
        referrerPolicy="no-referrer"
        style={{ colorScheme: scheme }}
        onLoad={() => setIsLoaded(true)}
      />
    </div>
  );
}
