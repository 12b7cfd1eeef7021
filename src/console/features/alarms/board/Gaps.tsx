import { useState } from 'react';
import { alarms } from '../../../../../commands/alarms/index.ts';
import { navigation } from '../../../../../commands/navigation/index.ts';
import { addressOf } from '../../../../contract/pages.ts';
import { CommandButton, useCommands } from '../../../components/commands.tsx';
import { Icon } from '../../../components/Icon.tsx';
import { useFormat, useText } from '../../../components/i18n.ts';
import { usePermitted } from '../../../components/Permit.tsx';
import { useOffer } from '../../../components/screen.ts';
import { useWarningGaps, type WarningGap } from '../../../state/alarms/gaps.ts';
import { useLevelWord } from '../../../state/alarms/level-words.ts';

/** Gaps that are shown before the others are asked for. */
const first = 2;

/** Where each is mended; what the operator of the server mends has no page. */
const fixes: Readonly<
  Partial<Record<WarningGap['type'], { readonly page: 'alarmRules' | 'notify'; readonly permission: string }>>
> = {
  noRules: { page: 'alarmRules', permission: 'alarm:rule:edit' },
  uncovered: { page: 'alarmRules', permission: 'alarm:rule:edit' },
  noPolicy: { page: 'notify', permission: 'alarm:notify:edit' },
  unnotified: { page: 'notify', permission: 'alarm:notify:edit' },
  unreachable: { page: 'notify', permission: 'alarm:notify:edit' },
  unmanned: { page: 'notify', permission: 'alarm:notify:edit' },
  failing: { page: 'notify', permission: 'alarm:notify:edit' },
};

/** A gap as a sentence. */
function useGapText(zone: string) {
  const text = useText();
  const format = useFormat();
  const level = useLevelWord(text);
  const said = ({ type, companyId, count, names: some, rank, from, to }: WarningGap): string => {
    const time = (t: number | null) => (t === null ? '–' : format.time(t, zone, 'dayTime'));
    const list = some.join(', ');
    const names = count > some.length ? text('alarms.gaps.names', { names: list }) : list;
    if (type === 'uncovered') return text('alarms.gap.uncovered', { count, names });
    if (type === 'unnotified')
      return text('alarms.gap.unnotified', { level: level(rank ?? 1, { companyId }), names });
    if (type === 'unreachable') return text('alarms.gap.unreachable', { names });
    if (type === 'unmanned') return text('alarms.gap.unmanned', { from: time(from), to: time(to), names });
    if (type === 'failing') {
      const [name = ''] = some;
      const channel = name === 'mail' || name === 'push' ? text(`notify.${name}`) : name;
      return text('alarms.gap.failing', { channel, time: time(from) });
    }
    return text(`alarms.gap.${type}`);
  };
  return (gap: WarningGap, isOneOfSeveral: boolean) =>
    isOneOfSeveral && gap.companyName !== null
      ? text('alarms.gaps.ofCompany', { company: gap.companyName, gap: said(gap) })
      : said(gap);
}

/** What keeps a warning from being raised, or from reaching anybody, with the way to where it is mended. */
export function Gaps({ zone }: { readonly zone: string }) {
  const text = useText();
  const commands = useCommands();
  const permitted = usePermitted();
  const { data } = useWarningGaps();
  const sentence = useGapText(zone);
  const [isOpen, setOpen] = useState(false);
  const gaps = data?.gaps ?? [];
  useOffer(alarms.gaps, () => setOpen(!isOpen), {
    available: gaps.length > first ? true : 'alarms.cannot.gaps',
  });
  if (gaps.length === 0) return null;
  const isOneOfSeveral = new Set(gaps.flatMap(({ companyId }) => companyId ?? [])).size > 1;
  const shown = isOpen ? gaps : gaps.slice(0, first);
  return (
    <section className="agaps text-12" aria-label={text('alarms.gaps')}>
      <ul>
        {shown.map((gap) => {
          const fix = fixes[gap.type];
          const said = sentence(gap, isOneOfSeveral);
          return (
            <li key={`${said} ${gap.companyId}`} className="row gap-8">
              <Icon name="circle-alert" className="icon--small" />
              <span className="grow">{said}</span>
              {fix !== undefined && permitted(fix.permission) && (
                <button
                  type="button"
                  className="link"
                  onClick={() => commands.run(navigation.open, { address: addressOf(fix.page) }, 'button')}
                >
                  {text(`page.${fix.page}`)}
                </button>
              )}
            </li>
          );
        })}
      </ul>
      {gaps.length > first && (
        <CommandButton
          command={alarms.gaps}
          look="ghost"
          label={
            isOpen ? text('alarms.gaps.fewer') : text('alarms.gaps.more', { count: gaps.length - first })
          }
        />
      )}
    </section>
  );
}
