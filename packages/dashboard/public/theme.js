// Runs before the first paint. A separate file, because the page's policy forbids inline scripts.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem('docwright.theme');
  } catch {
    // Storage may be disabled; the system's theme is then used.
  }
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
})();
