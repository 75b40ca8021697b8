/**
 * The script in previews of drafts. The editor sends the next version of the page, or a position to scroll to; the frame
 * reports its own position. The frame has an opaque origin. It trusts only messages of the window that contains
 * it, from the dashboard's origin.
 */
export function frameScript(ownOrigin: string): string {
  const origin = JSON.stringify(ownOrigin).replaceAll('<', '\\u003c');
  return `<script>(() => {
  const editor = ${origin};
  const height = () => Math.max(1, document.documentElement.scrollHeight - innerHeight);
  let quiet = 0;
  addEventListener('message', (event) => {
    if (event.source !== parent || event.origin !== editor || typeof event.data !== 'object' || event.data === null) return;
    const { type, html, ratio } = event.data;
    if (type === 'docwright:preview' && typeof html === 'string') {
      const top = scrollY;
      document.open();
      document.write(html);
      document.close();
      scrollTo(0, top);
    } else if (type === 'docwright:scroll' && typeof ratio === 'number') {
      quiet = performance.now() + 200;
      scrollTo(0, ratio * height());
    }
  });
  addEventListener('scroll', () => {
    if (performance.now() > quiet) parent.postMessage({ type: 'docwright:scroll', ratio: scrollY / height() }, editor);
  }, { passive: true });
  parent.postMessage({ type: 'docwright:ready' }, editor);
})();</script>`;
}
