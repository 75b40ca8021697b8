const svg = 'http://www.w3.org/2000/svg';

/** Creates a rating button; thumbs down is the same icon as thumbs up, rotated. */
export function drawThumb(rating: 'up' | 'down', label: string): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = `assistant-thumb assistant-thumb-${rating}`;
  button.setAttribute('aria-label', label);
  button.title = label;
  const icon = document.createElementNS(svg, 'svg');
  icon.setAttribute('viewBox', '0 0 24 24');
  icon.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(svg, 'path');
  path.setAttribute(
    'd',
    'M4 11h3v10H4zm3 1 5-9c2 0 3 1.500 2.500 3.500L14 10h5.500c1.500 0 2.300 1 2 2.400l-1.700 7c-.3 1-1 1.600-2 1.600H7',
  );
  icon.append(path);
  button.append(icon);
  return button;
}
