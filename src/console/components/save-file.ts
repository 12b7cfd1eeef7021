/** Hands a file to the browser, which saves it under a name. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name.replaceAll(/[\\/:*?"<>|\s]+/g, '_');
  link.click();
  // Browsers read it after the click has returned.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
