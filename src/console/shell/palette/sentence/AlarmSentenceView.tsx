import { Command as Cmdk } from 'cmdk';
import { alarms as alarmCommands } from '../../../../../commands/alarms/index.ts';
import { type CommandCall, callOf } from '../../../../command/command.ts';
import { alarmText } from '../../../../derive/alarm-text.ts';
import { Icon, isIconName } from '../../../components/Icon.tsx';
import { useFormat, useText } from '../../../components/i18n.ts';
import { LevelGlyph } from '../../../components/levels/LevelGlyph.tsx';
import { spanOf } from '../../../components/values/span.ts';
import { useAlarmWords } from '../../../features/alarms/words/use-alarm-words.ts';
import { shownRank } from '../../../state/alarms/order.ts';
import type { AlarmSentence, AlarmSentenceProblem } from './alarm-sentence.ts';
import { Part } from './SentenceView.tsx';

const mostListed = 12;
/** Key of the row that does what the sentence says. */
export const alarmLine = 'alarm sentence';

/** Why a sentence does nothing, in words. */
function useProblemWords() {
  const text = useText();
  const format = useFormat();
  const words = useAlarmWords();
  return (problem: AlarmSentenceProblem, station: string, stationId: number | undefined): string => {
    switch (problem.type) {
      case 'noStation':
        return text('sentence.alarm.noStation');
      case 'unknownStation':
        return text('sentence.alarm.unknownStation', { named: problem.named });
      case 'ambiguous': {
        const codes = problem.codes.map((code) => `@${code}`).join(', ');
        return text('sentence.alarm.ambiguous', { named: problem.named, count: problem.total, codes });
      }
      case 'noAlarm':
        return problem.open === 0
          ? text('sentence.alarm.none', { station })
          : text(`sentence.alarm.not.${problem.act}`, { station, count: problem.open });
      case 'badSpan':
        return text('sentence.alarm.badSpan', { said: problem.said });
      case 'tooLong':
        return text('sentence.alarm.tooLong', {
          level: words.level(problem.rank, { stationId }),
          span: spanOf(problem.longest, format),
        });
    }
  };
}

/** A sentence about alarms as its parts, what it does, and the alarms that it does it to; or why it does nothing. */
export function AlarmSentenceView(props: {
  readonly sentence: AlarmSentence;
  readonly now: number;
  readonly onRun: (call: CommandCall) => void;
}) {
  const { sentence, now } = props;
  const text = useText();
  const format = useFormat();
  const words = useAlarmWords();
  const problemWords = useProblemWords();
  const { act, alarms, station, note, span, problem } = sentence;
  const code = station?.code ?? '';
  const lasting = span === null ? '' : spanOf(span, format);
  const rest = alarms.length - mostListed;
  const { icon = 'bell' } = alarmCommands[act];
  const run = () =>
    props.onRun(
      callOf(alarmCommands.answer, {
        act,
        alarmIds: alarms.map(({ id }) => id),
        ...(note === '' ? {} : { note: note.slice(0, 500) }),
        ...(span === null ? {} : { span }),
      }),
    );
  return (
    <>
      <div className="sentence__parts wrap gap-8 flex">
        <Part label={text('sentence.part.verb')}>{sentence.verb}</Part>
        {station !== null && (
          <Part label={text('argument.station')}>{`@${station.code} ${station.name}`}</Part>
        )}
        {span !== null && <Part label={text('argument.length')}>{lasting}</Part>}
        {note !== '' && (
          <Part label={text(act === 'shelve' ? 'sentence.alarm.reason' : 'sentence.alarm.note')}>{note}</Part>
        )}
      </div>
      <div className={alarms.length === 0 ? 'column' : 'sentence grid'}>
        <Cmdk.List className="palette__list scroll">
          {problem !== null ? (
            <p className="palette__hint dim" role="alert">
              {problemWords(problem, code, station?.id)} {text('sentence.alarm.nothingDone')}
            </p>
          ) : (
            <Cmdk.Group heading={text('sentence.readsAs')}>
              <Cmdk.Item value={alarmLine} className="palette__row one-line grid" onSelect={run}>
                <Icon name={isIconName(icon) ? icon : 'bell'} />
                <span className="palette__title column yields">
                  <span className="ellipsis">
                    {text(`sentence.alarm.${act}`, { count: alarms.length, station: code })}
                  </span>
                </span>
                <span className="palette__note num clips text-12 dim">{lasting}</span>
              </Cmdk.Item>
            </Cmdk.Group>
          )}
        </Cmdk.List>
        {alarms.length > 0 && (
          <section className="preview" aria-label={text('sentence.preview')}>
            <p className="faint">{text('sentence.alarm.which', { count: alarms.length })}</p>
            <ul className="preview__alarms column gap-8 text-12">
              {alarms.slice(0, mostListed).map((alarm) => (
                <li key={alarm.id} className="row gap-8">
                  <LevelGlyph rank={shownRank(alarm)} hollow={alarm.present === 0} />
                  <span className="yields">
                    <b>{alarmText(alarm, text)}</b>
                    <br />
                    <span className="dim num">
                      {words.standing(alarm)} · {format.duration(now - alarm.raisedAt)}
                    </span>
                  </span>
                </li>
              ))}
            </ul>
            {rest > 0 && <p className="faint text-12">{text('sentence.alarm.more', { count: rest })}</p>}
            {problem === null && (
              <p className="preview__why gap-8 text-12 dim flex">
                <Icon name="bell" />
                {text(
                  act === 'shelve' ||
                    (act === 'comment' && note === '') ||
                    (act === 'acknowledge' && alarms.length > 1)
                    ? 'sentence.alarm.asks'
                    : 'sentence.alarm.atOnce',
                )}
              </p>
            )}
          </section>
        )}
      </div>
    </>
  );
}
