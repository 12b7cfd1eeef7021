/** Photographs are made smaller before they go: a phone in a valley sends one megabyte and not twelve. */

/** Bytes from which on it is worth it. */
const worth = 1_500_000;
/** Pixels each way that stay. */
const longest = 3000;
const quality = 0.88;
const shrinkable = new Set(['image/jpeg', 'image/webp', 'image/heic', 'image/heif']);

/** The photograph as a smaller JPEG, upright, without what the camera wrote into it; anything else as it is. */
export async function shrink(file: File): Promise<File> {
  const isForeign = /^image\/hei[cf]$/.test(file.type);
  if (!shrinkable.has(file.type) || (file.size < worth && !isForeign)) return file;
  try {
    const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
    const scale = Math.min(1, longest / Math.max(picture.width, picture.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(picture.width * scale);
    canvas.height = Math.round(picture.height * scale);
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
    if (blob === null || (blob.size >= file.size && !isForeign)) return file;
    return new File([blob], file.name.replace(/\.\w+$/, '.jpg'), { type: 'image/jpeg' });
  } catch {
    // What this browser cannot read the server looks at, and says what is wrong.
    return file;
  }
}
