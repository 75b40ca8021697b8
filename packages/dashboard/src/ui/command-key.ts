/** The label of the modifier key for shortcuts on the user's keyboard. */
export const commandKey = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl';
