/** Waits, not longer than 10 s, until something is so: a page is on its way, and what it fetches. */
export async function until(isSo: () => boolean): Promise<void> {
  for (let tries = 200; !isSo() && tries > 0; tries--)
    await new Promise((resolve) => setTimeout(resolve, 50));
}
