/** What is to be said of a SIM card, by what its RTU reports and what its contract says. Pure. */

/** A card as it is kept by people. */
export interface ListedCard {
  readonly imei: string | null;
  /** A value of the catalogue's operators, or another one's name. */
  readonly operator: string | null;
  /** Last day of the contract, `YYYY-MM-DD`. */
  readonly expires: string | null;
  /** MB a month. */
  readonly volume: number | null;
  readonly stationId: number | null;
}
export interface SimCard {
  /** Whose RTU reports it; null = none does. */
  readonly stationId: number | null;
  readonly imei: string;
  /** Null = it is not in the list. */
  readonly listed: ListedCard | null;
  /** Other stations that report the same ICCID or IMEI. */
  readonly duplicates: readonly number[];
}

/** What may be said of a card, the worst first. */
export const cardNotes = [
  'twice',
  'otherDevice',
  'otherStation',
  'expired',
  'expiring',
  'notSeen',
  'notListed',
] as const;
export type CardNote = (typeof cardNotes)[number];

/** Days before its end from which on a contract is said to end. */
export const cardWarningDays = 30;
const day = 86_400_000;

/**
 * All that is to be said of a card, the worst first.
 * @param today `YYYY-MM-DD`
 * @param isKept true where there is a list: only then a card can be missing in it
 */
export function notesOfCard(
  { stationId, imei, listed, duplicates }: SimCard,
  today: string,
  isKept: boolean,
): readonly CardNote[] {
  const left =
    listed?.expires == null ? null : Math.round((Date.parse(listed.expires) - Date.parse(today)) / day);
  const holds: Readonly<Record<CardNote, boolean>> = {
    twice: duplicates.length > 0,
    otherDevice: stationId !== null && listed?.imei != null && imei !== '' && listed.imei !== imei,
    otherStation: stationId !== null && listed?.stationId != null && listed.stationId !== stationId,
    expired: left !== null && left < 0,
    expiring: left !== null && left >= 0 && left <= cardWarningDays,
    notSeen: stationId === null,
    notListed: isKept && listed === null,
  };
  return cardNotes.filter((note) => holds[note]);
}
