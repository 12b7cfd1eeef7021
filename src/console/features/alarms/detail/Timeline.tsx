import { useMemo } from 'react';
import { useSnapshot } from 'valtio';
import type { Language, MessageId } from '../../../../base/messages.ts';
import { alarmText, limitText, termLimit, termText } from '../../../../derive/alarm-text.ts';
import { FileGallery, FileThumbs } from '../../../components/files/gallery.tsx';
import { Icon, type IconName } from '../../../components/Icon.tsx';
import { type Formatters, type Text, useFormat, useText } from '../../../components/i18n.ts';
import { LevelGlyph } from '../../../components/levels/LevelGlyph.tsx';
import type { AlarmDetail, AlarmEntry, AlarmView } from '../../../state/alarms/alarms.ts';
import { useGlances } from '../../../state/alarms/glances.ts';
import { asks } from '../../../state/alarms/order.ts';
import { reasonOf } from '../../../state/connection/refused.ts';
import { notify } from '../../../state/notices.ts';
import { type MessageView, useMessages } from '../../../state/notify.ts';
import { preferences } from '../../../state/preferences.ts';
import { loadUpload } from '../../../state/uploads/send.ts';
import { NextStep } from '../board/NextStep.tsx';
import { clockText, useAlarmWords } from '../words/use-alarm-words.ts';
import { NotifiedEntry } from './NotifiedEntry.tsx';
import { notifiedLines, withNotified } from './notified-lines.ts';

const none: readonly MessageView[] = [];

/** Entries that a reading or its absence made have the glyph of their level; those of people a mark. */
const icons: Readonly<Partial<Record<AlarmEntry['type'], IconName>>> = {
  blind: 'eye-off',
  sighted: 'eye',
  edited: 'pencil',
  left: 'log-out',
  acknowledge: 'tick',
  undo: 'undo',
  comment: 'message',
  assign: 'user',
  shelve: 'circle-pause',
  unshelve: 'play',
  shelfEnd: 'clock',
  close: 'check',
  reopen: 'archive-restore',
  sirenPrepared: 'siren',
  sirenAutomatic: 'siren',
  sirenSounded: 'siren',
  sirenFailed: 'circle-alert',
  sirenRefused: 'ban',
  sirenOver: 'siren',
};

function EntryMark({ entry }: { readonly entry: AlarmEntry }) {
  const icon = icons[entry.type];
  if (icon !== undefined) return <Icon name={icon} className="icon--small" />;
  const rank = entry.to > 0 ? entry.to : entry.from;
  return <LevelGlyph rank={Math.max(1, rank)} hollow={entry.to === 0} />;
}

function headOf(entry: AlarmEntry, level: (rank: number) => string, until: string, text: Text): string {
  const { type, by } = entry;
  const params = { level: level(Math.max(1, entry.to)), account: by?.accountName ?? '–', until };
  if (type === 'close' && by?.accountName != null)
    return text('alarms.entry.closeBy', { account: by.accountName });
  if (entry.facts?.system !== undefined && type === 'return') return text('alarms.entry.mended');
  if (entry.facts?.system !== undefined && type === 'left') return text('alarms.entry.removed');
  if (type === 'corrected' && entry.to === 0) return text('alarms.entry.correctedEnd');
  return text(`alarms.entry.${type}` as MessageId, params);
}

/** Lines below the head: what was measured, and what was found. */
function moreOf(entry: AlarmEntry, text: Text, language: Language): readonly string[] {
  const [term] = entry.facts?.terms ?? [];
  const measured = ['raise', 'rise', 'fall', 'return', 'anew'].includes(entry.type) && term !== undefined;
  const { facts } = entry;
  return [
    ...(facts?.system !== undefined && entry.to > 0
      ? [alarmText({ isBlind: false, present: entry.to, facts }, text)]
      : []),
    ...(measured ? [entry.to > 0 ? limitText(term, text) : termText(term, text)] : []),
    ...(entry.finding === null
      ? []
      : [
          [text(`alarms.finding.${entry.finding}`), entry.cause?.words[language]]
            .filter((part) => part !== undefined)
            .join(' · '),
        ]),
  ];
}

/** Both times of late evidence, and since when later data contradict it. */
const historyOf = (entry: AlarmEntry, at: (ms: number) => string, text: Text): readonly string[] => [
  ...(entry.isLate ? [text('alarms.knownAt', { time: at(entry.t), known: at(entry.knownAt) })] : []),
  ...(entry.contradictedAt === null
    ? []
    : [text('alarms.contradictedAt', { time: at(entry.contradictedAt) })]),
];

/** When the alarm returns: below which limit, for how long. */
function returnText(alarm: AlarmView, returns: NonNullable<AlarmDetail['returns']>, text: Text): string {
  const [term] = alarm.facts.terms;
  const { side, either, limit, hold } = returns;
  const number = term === undefined ? String(limit) : termLimit({ ...term, limit, either });
  const span =
    'readings' in hold
      ? text('alarms.returns.readings', { count: hold.readings })
      : text('alarms.returns.minutes', { count: hold.minutes });
  return text('alarms.entry.returns', {
    side: either ? 'within' : side,
    limit: term?.unit == null ? number : `${number}\u00a0${term.unit}`,
    hold: span,
  });
}

/** What happened, what people did and who was notified, newest last; and who is next. Texts of people are shown as text. */
export function Timeline(props: {
  readonly entries: readonly AlarmEntry[];
  /** How it returns; null = it has, or that is not one limit. */
  readonly returns: AlarmDetail['returns'];
  /** Whose levels they are. */
  readonly alarm: AlarmView;
  readonly zone: string;
  readonly now: number;
}) {
  const { entries, returns, alarm, zone, now } = props;
  const text = useText();
  const format: Formatters = useFormat();
  const words = useAlarmWords();
  const { language } = useSnapshot(preferences);
  const at = (ms: number) => clockText(ms, now, zone, format);
  const { data: sent } = useMessages({ alarmId: alarm.id });
  const lines = useMemo(() => withNotified(entries, notifiedLines(sent?.messages ?? none)), [entries, sent]);
  const glances = useGlances([alarm]);
  const next = asks(alarm) ? (glances.get(alarm.id)?.next ?? null) : null;
  return (
    <FileGallery
      files={entries.flatMap(({ files }) => files)}
      load={loadUpload}
      onFailed={(error) => notify('error', reasonOf(error, text))}
    >
      <ol className="atimeline text-12">
        {lines.map((entry) =>
          'messages' in entry ? (
            <NotifiedEntry key={`${entry.t} ${entry.kind}`} line={entry} zone={zone} now={now} />
          ) : (
            <li key={entry.id} className={entry.contradictedAt === null ? '' : 'is-contradicted'}>
              <EntryMark entry={entry} />
              <time className="num dim text-11" title={format.time(entry.t, zone, 'full')}>
                {at(entry.t)}
              </time>
              <div className="yields">
                <b className="strong">
                  {headOf(
                    entry,
                    (rank) => words.level(rank, alarm),
                    entry.until === null ? '' : at(entry.until),
                    text,
                  )}
                </b>
                {moreOf(entry, text, language).map((line) => (
                  <p key={line} className="num dim">
                    {line}
                  </p>
                ))}
                {historyOf(entry, at, text).map((line) => (
                  <p key={line} className="num strong atimeline__late">
                    <Icon name="history" /> {line}
                  </p>
                ))}
                {entry.note !== '' && <blockquote className="dim">{entry.note}</blockquote>}
                <FileThumbs files={entry.files} />
              </div>
            </li>
          ),
        )}
        {next !== null && (
          <li>
            <Icon name="clock" className="icon--small" />
            <time className="num dim text-11">–</time>
            <NextStep next={next} zone={zone} />
          </li>
        )}
        {returns !== null && alarm.present > 0 && (
          <li>
            <Icon name="undo" className="icon--small" />
            <time className="num dim text-11">–</time>
            <span className="num dim">{returnText(alarm, returns, text)}</span>
          </li>
        )}
      </ol>
    </FileGallery>
  );
}
