import { Command as Cmdk } from 'cmdk';
import { groups } from '../../../../catalogue/index.ts';
import type { ParameterValue } from '../../../../catalogue/model.ts';
import { fieldMessage, groupMessage } from '../../../../derive/messages.ts';
import { rangesText } from '../../../../domain/parameter-rules.ts';
import { Icon } from '../../../components/Icon.tsx';
import { useText } from '../../../components/i18n.ts';
import { notify } from '../../../state/notices.ts';
import type { AllWords } from '../entries.ts';
import { Preview } from './Preview.tsx';
import type { Reading, Sentence } from './parse.ts';
import { useValueText } from './use-value-text.ts';

function Part({ label, children }: { readonly label: string; readonly children: string }) {
  return (
    <span className="sentence__part">
      <span className="faint">{label}</span>
      <b>{children}</b>
    </span>
  );
}

/** The text of a reading: "Set send cycle of YN-0123 to 600 s". */
function useReadingText() {
  const text = useText();
  const valueText = useValueText();
  return ({ entry, field, value }: Reading, station: string) =>
    text(value === undefined ? 'sentence.setField' : 'sentence.set', {
      field: text(fieldMessage(entry.group, field.id)),
      station,
      value: value === undefined ? '' : valueText(field, value),
    });
}

/** A sentence as its parts, the ways to read it, and what the first of them would do. */
export function SentenceView(props: {
  readonly sentence: Sentence;
  readonly words: AllWords;
  readonly now: number;
}) {
  const { sentence, now } = props;
  const text = useText();
  const valueText = useValueText();
  const readingText = useReadingText();
  const { station, readings } = sentence;
  const [best, ...others] = readings;
  const name = station?.code ?? text('sentence.noStation');
  const row = (reading: Reading) => (
    <Cmdk.Item
      key={reading.entry.key}
      value={`reading ${reading.entry.key}`}
      className="palette__row"
      onSelect={() => notify('info', text('sentence.notYet'))}
    >
      <Icon name="settings" />
      <span className="palette__title">
        <span className="ellipsis">{readingText(reading, name)}</span>
      </span>
      <span className="palette__note num">
        {reading.field.type === 'number' && <span className="faint">{rangesText(reading.field)}</span>}
      </span>
    </Cmdk.Item>
  );
  const shownValue = (value: ParameterValue | undefined) =>
    value === undefined || best === undefined ? '' : valueText(best.field, value);
  return (
    <>
      <div className="sentence__parts">
        <Part label={text('sentence.part.verb')}>{sentence.verb}</Part>
        {station !== null && <Part label={text('argument.station')}>{`@${station.code}`}</Part>}
        {best !== undefined && (
          <Part label={text(groupMessage(groups[best.entry.group].id))}>
            {text(fieldMessage(best.entry.group, best.field.id))}
          </Part>
        )}
        {sentence.valueText !== '' && (
          <Part label={text('argument.value')}>
            {best?.value === undefined
              ? sentence.valueText
              : `${sentence.valueText} = ${shownValue(best.value)}`}
          </Part>
        )}
      </div>
      <div className="sentence">
        <Cmdk.List className="palette__list">
          {best === undefined ? (
            <p className="palette__hint">
              {text(sentence.fieldText === '' ? 'sentence.nameField' : 'sentence.noField', {
                field: sentence.fieldText,
              })}
            </p>
          ) : (
            <Cmdk.Group heading={text('sentence.readsAs')}>{row(best)}</Cmdk.Group>
          )}
          {others.length > 0 && <Cmdk.Group heading={text('sentence.also')}>{others.map(row)}</Cmdk.Group>}
        </Cmdk.List>
        {best !== undefined && <Preview reading={best} station={station} now={now} />}
      </div>
    </>
  );
}
