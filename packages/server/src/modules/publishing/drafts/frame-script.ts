/**
 * Returns the script in previews of drafts. The editor sends the page's next version or a position to scroll to; the
 * frame reports its own position. The frame has an opaque origin. It trusts only messages from the window that contains
 * it and from the dashboard's origin.
 */
export function frameScript(ownOrigin: string): string {
  const origin = JSON.stringify(ownOrigin).replaceAll('<', '\\u003c');
  return `<script>(() => {
  const editor = ${origin};
  // The next version may run the same scripts in this window, in which its elements are already defined.
  const define = customElements.define.bind(customElements);
  customElements.define = (name, element, options) => {
    if (customElements.get(name) === undefined) define(name, element, options);
  };
  const stylesOf = (page) => Array.from(page.querySelectorAll('link[rel="stylesheet"]'), ({ href }) => href).join();
  // If the style sheets are the same, only the body is replaced: a new document would have no styles at first.
  const show = (html) => {
    const next = new DOMParser().parseFromString(html, 'text/html');
    if (stylesOf(next) === stylesOf(document)) {
      document.title = next.title;
      document.body.replaceWith(next.body);
    } else {
      document.open();
      document.write(html);
      document.close();
    }
  };
  const height = () => Math.max(1, document.documentElement.scrollHeight - innerHeight);
  let quiet = 0;
  addEventListener('message', (event) => {
    if (event.source !== parent || event.origin !== editor || typeof event.data !== 'object' || event.data === null) return;
    const { type, html, ratio } = event.data;
    if (type === 'docwright:preview' && typeof html === 'string') {
      const top = scrollY;
      show(html);
      scrollTo(0, top);
    } else if (type === 'docwright:scroll' && typeof ratio === 'number') {
      quiet = performance.now() + 200;
      scrollTo(0, ratio * height());
    }
  });
  addEventListener('scroll', () => {
    if (performance.now() > quiet) parent.postMessage({ type: 'docwright:scroll', ratio: scrollY / height() }, editor);
  }, { passive: true });
})();</script>`;
}
