/** The word of an alarm's level: that of the edition, or the one that a company has set in its place. */
import { type Level, type LevelWords, levels } from '../base/alarm-words.ts';
import type { MessageId } from '../base/messages.ts';

/** The level of a rank, 1 to 4; what is beyond is taken to the nearest. */
export const levelOfRank = (rank: number): Level => levels[Math.max(1, Math.min(4, rank)) - 1] ?? 'blue';

/** The message of a level in an edition; undefined, while the edition is not known, is that of China. */
export const levelMessage = (edition: string | undefined, rank: number): MessageId =>
  edition === 'jp' ? `level.jp.${levelOfRank(rank)}` : `level.cn.${levelOfRank(rank)}`;

/**
 * The word of a level, 1 to 4, as everything that names one says it. A company's own words are those of its municipality:
 * they hold in the edition of Japan and are the same in every language; an empty one is the edition's.
 */
export function levelWord(
  text: (id: MessageId) => string,
  edition: string | undefined,
  rank: number,
  own: LevelWords | null,
): string {
  const set = edition === 'jp' ? own?.[levelOfRank(rank)] : undefined;
  return set === undefined || set === '' ? text(levelMessage(edition, rank)) : set;
}
