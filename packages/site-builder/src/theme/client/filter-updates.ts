/** Shows only the entries of a changelog that have one of the pressed tags; all entries if no tag is pressed. */
export function filterUpdates(): void {
  const buttons = [...document.querySelectorAll<HTMLElement>('.tag-filter button')];
  const updates = document.querySelectorAll<HTMLElement>('.update');
  function apply(): void {
    const chosen = buttons.filter((button) => button.ariaPressed === 'true').map((button) => button.textContent);
    for (const update of updates) {
      const tags = (update.dataset['tags'] ?? '').split('\n');
      update.hidden = chosen.length > 0 && !tags.some((tag) => chosen.includes(tag));
    }
    document.dispatchEvent(new Event('dw-view'));
  }
  for (const button of buttons) {
    button.addEventListener('click', () => {
      button.ariaPressed = String(button.ariaPressed !== 'true');
      apply();
    });
  }
}
