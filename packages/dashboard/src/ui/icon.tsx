import type { ReactElement } from 'react';

/** Strokes on a grid of 24, drawn for this dashboard. */
const shapes = {
  jobs: 'M4 6h16M4 12h10M4 18h7M17 14l3 3-3 3',
  exports: 'M12 3v11m-4-4 4 4 4-4M4 17v2a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-2',
  projects: 'M5 3h9l5 5v13H5zM14 3v5h5M9 13h6M9 17h4',
  keys: 'M14.5 9.5a4.5 4.5 0 1 1-9 0 4.5 4.5 0 0 1 9 0M13.2 12.7 20 19.5M17 16.5l-2 2',
  webhooks:
    'M12 8.5 8.5 15M12 8.5A3.2 3.2 0 1 1 15 5M12 8.5 15.5 15M6 12.5a3.2 3.2 0 1 0 2.9 4.6H15M18 12.5a3.2 3.2 0 1 1-2.8 5',
  audit: 'M12 7.5V12l3 2M20.5 12a8.5 8.5 0 1 1-3-6.5M20.5 3.5v4h-4',
  settings: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5v5M9 14.5v5',
  user: 'M16 8a4 4 0 1 1-8 0 4 4 0 0 1 8 0M4.5 20.5c.8-4 3.8-6 7.5-6s6.700 2 7.500 6',
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6 6 18',
  check: 'M5 12.5 10 17.500 19.500 7',
  copy: 'M9 9h10v11H9zM6 15H5V4h10v1.500',
  down: 'M6 9.500l6 6 6-6',
  right: 'M9.500 6l6 6-6 6',
  back: 'M14.500 6l-6 6 6 6',
  plus: 'M12 5v14M5 12h14',
  external: 'M14 4h6v6M20 4l-9 9M18 14v5H5V6h5',
  warning: 'M12 4 3 20h18zM12 10v4.500M12 17.300v.200',
  error: 'M20.500 12a8.500 8.500 0 1 1-17 0 8.500 8.500 0 0 1 17 0M12 8v4.500M12 15.800v.200',
  info: 'M20.500 12a8.500 8.500 0 1 1-17 0 8.500 8.500 0 0 1 17 0M12 11.500V16M12 8v.200',
  search: 'M16.500 10.500a6 6 0 1 1-12 0 6 6 0 0 1 12 0M15 15l5 5',
  branch: 'M7 4v16M7 14c0-4 10-2 10-7M17 7a2 2 0 1 0-.1 0M7 4a1.500 1.500 0 1 0 .1 0',
  file: 'M6 3h8l4 4v14H6zM14 3v4h4',
  spark: 'M12 3.500 13.800 10 20 12l-6.200 2L12 20.500 10.200 14 4 12l6.200-2z',
  tool: 'M14.500 6.500a4 4 0 0 0 5 5L10 21l-4-4 8.500-8.500z',
  stop: 'M7 7h10v10H7z',
  archive: 'M4 5h16v4H4zM6 9v10h12V9M10 13h4',
  refresh: 'M19.500 12a7.500 7.500 0 1 1-2.200-5.300M19.500 3.500v4h-4',
  download: 'M12 4v11m-4-4 4 4 4-4M5 20h14',
  light:
    'M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0M12 3v2M12 19v2M3 12h2M19 12h2M5.600 5.600 7 7M17 17l1.400 1.400M5.600 18.400 7 17M17 7l1.400-1.400',
  dark: 'M19 14.500A7.500 7.500 0 1 1 9.500 5a6 6 0 0 0 9.500 9.500z',
  system: 'M4 5h16v11H4zM9 20h6M12 16v4',
  out: 'M14 4h5v16h-5M4 12h10m-4-4 4 4-4 4',
  shield: 'M12 3.500l7 2.500v5.500c0 4.500-3 7.500-7 9-4-1.500-7-4.500-7-9V6zM9 12l2.200 2.200L15.200 10',
  send: 'M4 12 20 4l-5 16-3.500-6.500z',
} as const;

export type IconName = keyof typeof shapes;

/** Decoration: what it stands for is said in words beside it, or in the label of its button. */
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
