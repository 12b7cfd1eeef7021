import { useSnapshot } from 'valtio';
import { useText } from '../../components/i18n.ts';
import { said } from '../../features/scripts/words.ts';
import { preferences } from '../../state/preferences.ts';
import type { Asked } from './script-pages.ts';

/** What Enter takes where nothing is typed, in words; null = it takes nothing. */
export function useStandingText({ argument, standing, isLast }: Asked): string | null {
  const text = useText();
  const { language } = useSnapshot(preferences);
  if (standing === undefined) return null;
  const chosen = argument.choices?.find(({ value }) => value === standing);
  const value = Array.isArray(standing)
    ? text('history.stations', { count: standing.length })
    : typeof standing === 'boolean'
      ? text(standing ? 'scripts.yes' : 'scripts.no')
      : chosen !== undefined
        ? said(chosen.title, language, chosen.value)
        : `${String(standing).replace(/^-(?=\d)/, '−')}${argument.unit === undefined ? '' : ` ${argument.unit}`}`;
  return text(isLast ? 'palette.standingLast' : 'palette.standingDefault', {
    value: value === '' ? text('palette.empty') : value,
  });
}
