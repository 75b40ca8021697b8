/** The size that social networks recommend (1.91 : 1), in pixels. */
export const pictureWidth = 1200;
export const pictureHeight = 630;

/** Bytes of one PNG row: its filter type, none, and one color index per pixel. */
export const rowBytes = pictureWidth + 1;
