import { useFormat, useText } from '../../../components/i18n.ts';
import type { StationParameters } from '../../../state/devices/parameters.ts';

/** Says when an order reaches its device. @param zone the station's IANA time zone */
export function useLandsText(contact: StationParameters['contact'], zone: string): string {
  const text = useText();
  const format = useFormat();
  if (contact === null) return text('set.landsUnknown');
  if (contact.plusMinus === 0 || contact.at <= Date.now()) return text('set.landsNow');
  return text('set.landsAt', {
    time: format.time(contact.at, zone, contact.at - Date.now() > 86_400_000 ? 'dayTime' : 'minute'),
    spread: format.duration(contact.plusMinus),
  });
}
