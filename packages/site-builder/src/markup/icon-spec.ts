export interface IconSpec {
  /** A library name (`rocket`), a site path (`/icons/x.svg`), a URL, or inline SVG. */
  readonly name: string;
  readonly style?: string;
  readonly library?: 'fontawesome' | 'lucide' | 'tabler';
  readonly color?: string;
  /** CSS length or number of pixels. */
  readonly size?: number | string;
  readonly className?: string;
}
