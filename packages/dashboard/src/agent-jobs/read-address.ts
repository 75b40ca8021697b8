/** Returns a URL for displaying an image: `data:image/png;base64,…`. */
export const readAddress = (image: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    // The result of `readAsDataURL` is always a string.
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(reader.error ?? new Error('the image could not be read'));
    reader.readAsDataURL(image);
  });
