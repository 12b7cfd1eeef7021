const encoder = new TextEncoder();

/** A text cut to at most so many bytes of UTF-8, never within a character; an ellipsis stands for what is gone. */
export function clipBytes(text: string, most: number): string {
  if (text.length * 3 <= most) return text;
  const whole = new Uint8Array(most);
  const { read } = encoder.encodeInto(text, whole);
  if (read === text.length) return text;
  const { read: shorter } = encoder.encodeInto(text, new Uint8Array(Math.max(0, most - 3)));
  return `${text.slice(0, shorter)}…`;
}
