/** Marks or unmarks a link as current; `data-active` on its item is for the style sheets of sites. */
function setActive(link: HTMLAnchorElement | undefined, isActive: boolean): void {
  if (isActive) link?.setAttribute('aria-current', 'true');
  else link?.removeAttribute('aria-current');
  for (const name of ['data-active', 'data-active-deepest']) link?.parentElement?.toggleAttribute(name, isActive);
}

/** Marks the current section in the table of contents. */
export function followScroll(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('#table-of-contents-content a')];
  if (links.length === 0) return;
  const targets = links.map((link) => document.getElementById(decodeURIComponent(link.hash.slice(1))));
  const box = document.querySelector('.toc-sticky');
  let current = -1;
  let waiting = false;

  function mark(): void {
    waiting = false;
    // A line slightly below the bar determines the current section; at the end of the page, it is the last section.
    const line = innerHeight * 0.22 + 60;
    const atEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 4;
    let found = 0;
    targets.forEach((target, index) => {
      const shown = target !== null && target.offsetParent !== null;
      links[index]?.parentElement?.toggleAttribute('hidden', !shown);
      if (shown && (atEnd || target.getBoundingClientRect().top <= line)) found = index;
    });
    if (found === current) return;
    setActive(links[current], false);
    current = found;
    const link = links[found];
    setActive(link, true);
    if (link && box && box.scrollHeight > box.clientHeight)
      box.scrollTop +=
        link.getBoundingClientRect().top - box.getBoundingClientRect().top - (box.clientHeight - link.offsetHeight) / 2;
  }

  function plan(): void {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(mark);
  }

  addEventListener('scroll', plan, { passive: true });
  addEventListener('resize', plan, { passive: true });
  document.addEventListener('dw-view', plan);
  // Delayed, because measuring now would force a layout before the first paint.
  plan();
}
