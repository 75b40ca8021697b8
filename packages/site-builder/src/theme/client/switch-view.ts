import { recall, remember } from './memory.ts';

/**
 * Sets up the view menu of a page with `<View>` components. The choice applies to every page that offers the same view.
 */
export function switchView(): void {
  const select = document.querySelector<HTMLSelectElement>('.view-chooser select');
  const style = document.getElementById('view-style');
  if (!select || !style) return;

  function show(title: string): void {
    if (style) style.textContent = `.view:not([data-view="${CSS.escape(title)}"]){display:none}`;
    document.dispatchEvent(new Event('dw-view'));
  }

  const known = recall('dw-view');
  if (known !== null && [...select.options].some((option) => option.value === known)) {
    select.value = known;
    show(known);
  }
  select.addEventListener('change', () => {
    remember('dw-view', select.value);
    show(select.value);
  });
}
