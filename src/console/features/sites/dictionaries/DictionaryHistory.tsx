import { useSnapshot } from 'valtio';
import type { DictionaryName } from '../../../../base/dictionaries.ts';
import type { DataOf } from '../../../../contract/call.ts';
import type { dictionaryChanges } from '../../../../contract/sites/dictionaries.ts';
import { useFormat, useText } from '../../../components/i18n.ts';
import { useDictionaryChanges } from '../../../state/dictionaries.ts';
import { preferences } from '../../../state/preferences.ts';

type Change = DataOf<typeof dictionaryChanges>['changes'][number];
const shown = 20;

/** Who changed which entry, from what to what. */
export function DictionaryHistory(props: {
  readonly dictionary: DictionaryName;
  readonly companyId: number;
}) {
  const text = useText();
  const format = useFormat();
  const { language } = useSnapshot(preferences);
  const { data } = useDictionaryChanges(props.dictionary, props.companyId);
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const said = (state: Change['after']) =>
    state === null
      ? '–'
      : `${state.words[language]} · ${state.order} · ${text(state.enabled ? 'dictionary.on' : 'dictionary.off')}`;
  const changes = data?.changes ?? [];
  if (changes.length === 0) return null;
  return (
    <section aria-label={text('dictionary.history')}>
      <h3 className="dim text-11">{text('dictionary.history')}</h3>
      <ul className="text-12">
        {changes.slice(0, shown).map(({ code, at, accountName, before, after }) => (
          <li key={`${at} ${code}`}>
            <time className="num dim">{format.time(at, zone, 'full').slice(0, 16)}</time> {accountName ?? '–'}{' '}
            <code>{code}</code> {said(before)} → {said(after)}
          </li>
        ))}
      </ul>
    </section>
  );
}
