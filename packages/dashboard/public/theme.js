// Before the first paint, and in a file of its own: the page's policy allows no script inside of it.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem('docwright.theme');
  } catch {
    // Storage may be switched off; the system's choice stands then.
  }
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
})();
