import { inclination } from '../../../../commands/inclination.ts';
import { testAlert } from '../../../contract/alarms/inclination.ts';
import type { InclinationLevel } from '../../../domain/alarms/inclination.ts';
import { rankOf } from '../../../domain/alarms/rule.ts';
import { CommandButton } from '../../components/commands.tsx';
import { Icon } from '../../components/Icon.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import { LevelGlyph } from '../../components/levels/LevelGlyph.tsx';
import { useOffer } from '../../components/screen.ts';
import { useAlertPreview } from '../../state/alert-form.ts';
import { request } from '../../state/connection/client.ts';
import { useNow } from '../../state/connection/clock.ts';
import { reasonOf } from '../../state/connection/refused.ts';
import { notify } from '../../state/notices.ts';

/** The mail of a level as it would be sent for the newest reading. */
export function Preview(props: {
  readonly sensorId: number;
  readonly level: InclinationLevel | null;
  readonly mayEdit: boolean;
}) {
  const { sensorId, level, mayEdit } = props;
  const text = useText();
  const format = useFormat();
  const now = useNow(30_000);
  const { data } = useAlertPreview(sensorId, level);
  useOffer(
    inclination.test,
    async () => {
      if (level === null) return;
      try {
        await request(testAlert, { params: { sensorId }, body: { alertLevel: { ...level } } });
        notify('success', text('notify.testSent'));
      } catch (error) {
        notify('error', reasonOf(error, text));
      }
    },
    { available: mayEdit && (level === null ? 'alertForm.previewNone' : true) },
  );
  return (
    <section className="panel alert-config__preview" aria-label={text('alertForm.preview')}>
      <header className="panel__head">
        <h2>{text('alertForm.preview')}</h2>
      </header>
      <div className="padded scroll">
        {level === null || data === undefined ? (
          <p className="dim text-12">{text('alertForm.previewNone')}</p>
        ) : (
          <>
            <article className="alert-config__mail">
              <h3>
                <LevelGlyph rank={rankOf(level.level)} size={14} /> {data.subject}
              </h3>
              <p className="alert-config__said">{data.body}</p>
            </article>
            <p className="text-12 dim">
              {data.t === null
                ? text('alertForm.previewNoReading')
                : text('alertForm.previewOf', { age: format.duration(Math.max(0, now - data.t)) })}
            </p>
            <p className="row gap-6 text-12">
              <Icon name={data.missing.length === 0 ? 'check' : 'circle-alert'} />
              {data.missing.length === 0
                ? text('alertForm.allFilled')
                : text('alertForm.missing', {
                    fields: data.missing.map((name) => `{${name}}`).join(text('list.comma')),
                  })}
              {mayEdit && (
                <>
                  <span className="grow" />
                  <CommandButton command={inclination.test} label={text('alertForm.test')} />
                </>
              )}
            </p>
          </>
        )}
      </div>
    </section>
  );
}
