import type { MessageId } from '../base/messages.ts';
import type { Sound } from '../domain/sirens.ts';

/** What a siren plays, in words: clip, how often, how loud, which light. */
export const sirensText = (
  { clip, repeat, volume, light }: Sound,
  text: (id: MessageId, params?: Readonly<Record<string, string | number>>) => string,
): string =>
  text('sirens.sound', { clip, repeat, volume, light: text(`enum.hornLight.${light}` as MessageId) });
