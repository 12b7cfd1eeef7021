import { useFormat, useText } from '../../components/i18n.ts';
import { ScrollRegion } from '../../components/ScrollRegion.tsx';
import type { SourceMessage } from '../../state/sites/sources.ts';

const shown = 3;
const longest = 1500;

/** The last messages as they came: text of others, shown as text. */
export function Received({ messages }: { readonly messages: readonly SourceMessage[] }) {
  const text = useText();
  const format = useFormat();
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <section aria-label={text('dataSources.received')}>
      <h3 className="sources__sub">
        {text('dataSources.received')}
        <span className="dim num">
          {text('dataSources.kept', { shown: Math.min(shown, messages.length), count: messages.length })}
        </span>
      </h3>
      {messages.length === 0 ? (
        <p className="sources__none dim text-12">{text('dataSources.receivedNone')}</p>
      ) : (
        messages.slice(0, shown).map(({ id, at, name, bytes, status, text: body }) => (
          <div key={id} className="sources__message">
            <p className="dim text-11 num">
              {format.time(at, zone, 'full')} · {name === '' ? '–' : name} · {format.number(bytes, 0)} B ·{' '}
              <span className={status === 200 ? '' : 'sources__bad'}>{status}</span>
            </p>
            <ScrollRegion isText label={format.time(at, zone, 'full')} className="sources__body">
              {body.length > longest ? `${body.slice(0, longest)}…` : body}
            </ScrollRegion>
          </div>
        ))
      )}
    </section>
  );
}
