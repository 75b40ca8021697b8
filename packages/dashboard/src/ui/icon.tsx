import type { ReactElement } from 'react';

/** Strokes on a grid of 24, drawn for this dashboard. */
const shapes = {
  home: 'M4 11.5 12 4.5l8 7M6.5 9.8v9.7h11V9.8M10 19.5v-5h4v5',
  jobs: 'M4 6h16M4 12h10M4 18h7M17 14l3 3-3 3',
  exports: 'M12 3v11m-4-4 4 4 4-4M4 17v2a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-2',
  projects: 'M5 3h9l5 5v13H5zM14 3v5h5M9 13h6M9 17h4',
  keys: 'M12.5 8.5a4 4 0 1 1-8 0 4 4 0 0 1 8 0M11.5 11.5 19.5 19.5M16 16l2.5-2.5M18.7 18.7l1.8-1.8',
  webhooks:
    'M12 8.5 8.5 15M12 8.5A3.2 3.2 0 1 1 15 5M12 8.5 15.5 15M6 12.5a3.2 3.2 0 1 0 2.9 4.6H15M18 12.5a3.2 3.2 0 1 1-2.8 5',
  audit: 'M12 7.5V12l3 2M20.5 12a8.5 8.5 0 1 1-3-6.5M20.5 3.5v4h-4',
  settings: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5v5M9 14.5v5',
  bell: 'M6.5 16.5V11a5.5 5.5 0 0 1 11 0v5.5l1.5 2H5zM10 21h4M12 5.5v-2',
  user: 'M16 8a4 4 0 1 1-8 0 4 4 0 0 1 8 0M4.5 20.5c.8-4 3.8-6 7.5-6s6.7 2 7.5 6',
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6 6 18',
  check: 'M5 12.5 10 17.5 19.5 7',
  copy: 'M9 9h10v11H9zM6 15H5V4h10v1.5',
  down: 'M6 9.5l6 6 6-6',
  right: 'M9.5 6l6 6-6 6',
  back: 'M14.5 6l-6 6 6 6',
  plus: 'M12 5v14M5 12h14',
  external: 'M14 4h6v6M20 4l-9 9M18 14v5H5V6h5',
  warning: 'M12 4 3 20h18zM12 10v4.5M12 17.3v.200',
  error: 'M20.5 12a8.5 8.5 0 1 1-17 0 8.5 8.5 0 0 1 17 0M12 8v4.5M12 15.8v.200',
  info: 'M20.5 12a8.5 8.5 0 1 1-17 0 8.5 8.5 0 0 1 17 0M12 11.5V16M12 8v.200',
  search: 'M16.5 10.5a6 6 0 1 1-12 0 6 6 0 0 1 12 0M15 15l5 5',
  book: 'M12 6.5C10 5 7 4.5 4 5v13.5c3-.5 6 0 8 1.5 2-1.5 5-2 8-1.5V5c-3-.5-6 0-8 1.5zM12 6.5V20',
  code: 'M8.5 7.5 4 12l4.5 4.5M15.5 7.5 20 12l-4.5 4.5M13.5 5l-3 14',
  branch: 'M7 4v16M7 14c0-4 10-2 10-7M17 7a2 2 0 1 0-.1 0M7 4a1.5 1.5 0 1 0 .1 0',
  file: 'M6 3h8l4 4v14H6zM14 3v4h4',
  spark: 'M12 3.5 13.8 10 20 12l-6.2 2L12 20.5 10.2 14 4 12l6.2-2z',
  tool: 'M14.5 6.5a4 4 0 0 0 5 5L10 21l-4-4 8.5-8.5z',
  stop: 'M7 7h10v10H7z',
  archive: 'M4 5h16v4H4zM6 9v10h12V9M10 13h4',
  refresh: 'M19.5 12a7.5 7.5 0 1 1-2.2-5.3M19.5 3.5v4h-4',
  download: 'M12 4v11m-4-4 4 4 4-4M5 20h14',
  light:
    'M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6 7 7M17 17l1.4 1.4M5.6 18.4 7 17M17 7l1.4-1.4',
  dark: 'M19 14.5A7.5 7.5 0 1 1 9.5 5a6 6 0 0 0 9.5 9.5z',
  system: 'M4 5h16v11H4zM9 20h6M12 16v4',
  out: 'M14 4h5v16h-5M4 12h10m-4-4 4 4-4 4',
  globe: 'M20.5 12a8.5 8.5 0 1 1-17 0 8.5 8.5 0 0 1 17 0M3.5 12h17M12 3.5c4.5 5 4.5 12 0 17M12 3.5c-4.5 5-4.5 12 0 17',
  shield: 'M12 3.5l7 2.5v5.5c0 4.5-3 7.5-7 9-4-1.5-7-4.5-7-9V6zM9 12l2.2 2.2L15.2 10',
  chart: 'M4 20h16M7 20v-6M12 20V5M17 20v-9',
  send: 'M4 12 20 4l-5 16-3.5-6.5z',
} as const;

export type IconName = keyof typeof shapes;

/** Decorative: its meaning is in adjacent text, or in the label of its button. */
export function Icon({ name, size = 18 }: { readonly name: IconName; readonly size?: number }): ReactElement {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={shapes[name]} />
    </svg>
  );
}
