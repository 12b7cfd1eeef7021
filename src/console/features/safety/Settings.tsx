import { safety } from '../../../../commands/safety.ts';
import { CommandButton } from '../../components/commands.tsx';
import { useText } from '../../components/i18n.ts';
import { ScrollRegion } from '../../components/ScrollRegion.tsx';
import type { CompanyTwoPersons } from '../../state/safety.ts';

/** What each company asks two persons for, with the defaults said beside it. */
export function Settings(props: {
  readonly settings: readonly CompanyTwoPersons[];
  readonly mayEdit: boolean;
}) {
  const { settings, mayEdit } = props;
  const text = useText();
  return (
    <section className="panel safety__panel safety__settings" aria-label={text('safety.settings')}>
      <header className="panel__head">
        <h2>{text('safety.settings')}</h2>
      </header>
      <ScrollRegion className="scroll" label={text('safety.settings')}>
        <ul>
          {settings.map(({ companyId, companyName, sirens, plansAbove, rules }) => (
            <li key={companyId} className="safety__site underlined">
              <div className="row gap-8">
                <b className="strong grow ellipsis">{companyName}</b>
                {mayEdit && (
                  <CommandButton command={safety.settings} args={{ companyId }} label={text('safety.edit')} />
                )}
              </div>
              <ul className="text-12 num">
                <li>{text(sirens ? 'safety.sirensOn' : 'safety.sirensOff')}</li>
                <li>
                  {plansAbove === null
                    ? text('safety.plansOff')
                    : text('safety.plansAbove', { count: plansAbove })}
                </li>
                <li>{text(rules ? 'safety.rulesOn' : 'safety.rulesOff')}</li>
              </ul>
            </li>
          ))}
        </ul>
        <p className="padded dim text-12">{text('safety.settingsNote')}</p>
      </ScrollRegion>
    </section>
  );
}
