import { useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import { inclination } from '../../../../commands/inclination.ts';
import { type Level, levels } from '../../../base/alarm-words.ts';
import { kindByCode } from '../../../catalogue/index.ts';
import { addressOf } from '../../../contract/pages.ts';
import { rankOf } from '../../../domain/alarms/rule.ts';
import { useCommands } from '../../components/commands.tsx';
import { EmptyState, FailedState, LoadingRows } from '../../components/conditions.tsx';
import { Select } from '../../components/fields.tsx';
import { useText } from '../../components/i18n.ts';
import { usePermitted } from '../../components/Permit.tsx';
import { useOffer } from '../../components/screen.ts';
import { type RuleTarget, useScopeTargets } from '../../state/alarm-rules.ts';
import { useLevelWord } from '../../state/alarms/level-words.ts';
import { type AlertForm, useAlertDraft, useAlertForm } from '../../state/alert-form.ts';
import { reasonOf } from '../../state/connection/refused.ts';
import { Form } from './Form.tsx';
import { SendList } from './list/SendList.tsx';
import { SentMails } from './mails/SentMails.tsx';
import { useMails } from './mails/use-mails.ts';
import { Preview } from './Preview.tsx';
import { draftOf, levelFrom } from './texts.ts';
import '../../components/form/form.css';
import './alert-config.css';

const everywhere = { projects: [], kinds: [], stations: [], except: [], mounts: [], labels: [] };

/** The form, and beside it the mail that it would send. */
function Opened({
  form,
  level,
  onLevel,
  head,
}: {
  readonly form: AlertForm;
  readonly level: Level;
  readonly onLevel: (level: Level) => void;
  readonly head: React.ReactNode;
}) {
  const text = useText();
  const permitted = usePermitted();
  const mayEdit = permitted('alarm:rule:edit');
  const mayTell = permitted('alarm:notify:edit');
  const mails = useMails(form.sensorId, mayTell);
  const word = useLevelWord(text);
  const levelName = (own: Level) => word(rankOf(own), form);
  const draft = useAlertDraft(form.sensorId) ?? draftOf(form);
  const own = draft.levels[level];
  return (
    <>
      <section className="panel alert-config__form" aria-label={text('alertForm.title')}>
        {head}
        {form.levels === null && form.rule !== null ? (
          <EmptyState
            icon="ruler"
            title={text('alertForm.beyondTitle')}
            actions={
              <Link
                className="button button--primary"
                href={`${addressOf('alarmRules')}?rule=${form.rule.id}`}
              >
                {text('alertForm.toEditor')}
              </Link>
            }
          >
            {text('alertForm.beyond', { rule: form.rule.name })}
          </EmptyState>
        ) : (
          <Form form={form} level={level} levelName={levelName} mayEdit={mayEdit} onLevel={onLevel} />
        )}
      </section>
      <Preview
        sensorId={form.sensorId}
        level={own === undefined ? null : levelFrom(level, own)}
        mayEdit={mayEdit}
      />
      <SendList form={form} mails={mails.mails} />
      <SentMails own={mails} levelName={levelName} mayEdit={mayTell} />
    </>
  );
}

const measures = ({ kind }: RuleTarget) => kind !== null && kindByCode(kind)?.rows.includes('tilt') === true;

/** Inclination alerts: thresholds of a sensor, and what is sent when they are reached. The sensor is in the address. */
export default function AlertConfigPage() {
  const text = useText();
  const { run } = useCommands();
  const [query, setQuery] = useSearchParams();
  const [level, setLevel] = useState<Level>('orange');
  const { targets, error } = useScopeTargets({ of: 'sensor', scope: everywhere });
  const sensors = (targets ?? []).filter(measures);
  const wanted = Number(query.get('sensor') ?? '');
  const sensor = sensors.find(({ targetId }) => targetId === wanted) ?? sensors[0] ?? null;
  const { data: form, error: failed, refetch } = useAlertForm(sensor?.targetId ?? null);
  const options = sensors.map((one) => ({
    value: String(one.targetId),
    label: text('alertForm.sensor', {
      station: `${one.stationCode} ${one.stationName}`,
      slot: one.slot ?? 0,
    }),
  }));
  useOffer(inclination.open, ({ sensorId }) => setQuery({ sensor: String(sensorId) }), {
    available: sensors.length > 0,
    choices: () => options.map(({ value, label }) => ({ value: Number(value), label })),
  });
  useOffer(inclination.level, (args) => setLevel(args.level), { available: form !== undefined });
  const wrong = error ?? failed;
  if (targets === null || (sensor !== null && form === undefined))
    return wrong === null ? (
      <LoadingRows rows={10} />
    ) : (
      <FailedState
        title={text('alertForm.failed')}
        reason={reasonOf(wrong, text)}
        onRetry={() => void refetch()}
      />
    );
  if (sensor === null || form === undefined)
    return (
      <div className="alert-config">
        <EmptyState icon="ruler" title={text('alertForm.noSensorTitle')}>
          {text('alertForm.noSensor')}
        </EmptyState>
      </div>
    );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the page, wherever in it the focus is
    <div
      className="alert-config touch"
      onKeyDown={(event) => {
        const chosen = levels[Number(/^Digit([1-4])$/.exec(event.code)?.[1] ?? 0) - 1];
        if ((event.ctrlKey || event.metaKey) && event.code === 'KeyS') {
          event.preventDefault();
          run(inclination.save, {}, 'key');
        }
        if (!event.altKey || event.ctrlKey || event.metaKey || chosen === undefined) return;
        event.preventDefault();
        run(inclination.level, { level: chosen }, 'key');
      }}
    >
      <Opened
        key={sensor.targetId}
        form={form}
        level={level}
        onLevel={setLevel}
        head={
          <header className="panel__head">
            <h2>{text('alertForm.title')}</h2>
            <Select
              label={text('argument.sensor')}
              value={String(sensor.targetId)}
              options={options}
              onChange={(id) => run(inclination.open, { sensorId: Number(id) }, 'button')}
              className="alert-config__sensor"
            />
          </header>
        }
      />
    </div>
  );
}
