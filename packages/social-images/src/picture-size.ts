/** What social networks ask for (1.91 : 1), in pixels. */
export const pictureWidth = 1200;
export const pictureHeight = 630;

/** Bytes of one row as PNG wants it: the number of its filter, none, and one colour index a pixel. */
export const rowBytes = pictureWidth + 1;
