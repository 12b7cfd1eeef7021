import type { InclinationLevel } from '../../../domain/alarms/inclination.ts';
import { rankOf } from '../../../domain/alarms/rule.ts';
import { Icon } from '../../components/Icon.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import { LevelGlyph } from '../../components/levels/LevelGlyph.tsx';
import { useAlertPreview } from '../../state/alert-form.ts';
import { useNow } from '../../state/connection/clock.ts';

/** The mail of a level as it would be sent for the newest reading. */
export function Preview(props: { readonly sensorId: number; readonly level: InclinationLevel | null }) {
  const { sensorId, level } = props;
  const text = useText();
  const format = useFormat();
  const now = useNow(30_000);
  const { data } = useAlertPreview(sensorId, level);
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
            </p>
          </>
        )}
      </div>
    </section>
  );
}
