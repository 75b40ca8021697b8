/** Closes menus, which are `<details>`, on Escape and on a click outside. Escape also closes tooltips. */
export function closeMenus(): void {
  const openMenus = (): HTMLDetailsElement[] => [
    ...document.querySelectorAll<HTMLDetailsElement>('details.menu[open]'),
  ];
  document.addEventListener('click', (event) => {
    for (const menu of openMenus()) if (event.target instanceof Node && !menu.contains(event.target)) menu.open = false;
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    for (const menu of openMenus()) {
      menu.open = false;
      if (menu.contains(document.activeElement)) menu.querySelector('summary')?.focus();
    }
    const tooltip = document.querySelector('.tooltip:hover, .tooltip:focus-within');
    tooltip?.classList.add('tooltip-closed');
    tooltip?.addEventListener('pointerleave', () => tooltip.classList.remove('tooltip-closed'), { once: true });
    tooltip?.addEventListener('focusout', () => tooltip.classList.remove('tooltip-closed'), { once: true });
  });
}
