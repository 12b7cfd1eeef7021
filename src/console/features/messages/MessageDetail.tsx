import { messages as messageCommands } from '../../../../commands/messages.ts';
import { navigation } from '../../../../commands/navigation/index.ts';
import { stations as stationCommands } from '../../../../commands/stations/index.ts';
import { CommandButton, useCommands } from '../../components/commands.tsx';
import { Segmented } from '../../components/fields.tsx';
import { Icon } from '../../components/Icon.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import { ScrollRegion } from '../../components/ScrollRegion.tsx';
import type { MessageDetail as Detail, MessageSummary } from '../../state/devices/messages.ts';
import type { MessageForm, ShownMessage } from './use-shown.ts';
import { columnOf, isAsSent, readsText, unitOf, valueText } from './words.ts';

const forms = ['hex', 'json', 'text'] as const;

function Metrics({ detail, zone }: { readonly detail: Detail; readonly zone: string }) {
  const text = useText();
  const { metrics } = detail;
  if (metrics.length === 0) return <p className="messages__none dim text-12">{text('messages.noMetrics')}</p>;
  return (
    <table className="plain num messages__metrics">
      <thead>
        <tr>
          <th>{text('messages.metric')}</th>
          <th>{text('messages.slot')}</th>
          <th>{text('messages.channel')}</th>
          <th className="r">{text('messages.value')}</th>
        </tr>
      </thead>
      <tbody>
        {metrics.map((metric, index) => {
          const column = columnOf(metric);
          const place = metric.slot ?? (column === null ? '' : text('messages.ofRtu'));
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a message never changes, and names may stand in it twice
            <tr key={index}>
              <td className="mono messages__name">{metric.name}</td>
              <td>{metric.element === 0 ? place : `${place} / ${metric.element}`}</td>
              <td>{column === null ? <span className="faint">–</span> : text(column.heading)}</td>
              <td className="r messages__value">
                <b className={isAsSent(metric) ? 'mono' : undefined}>{valueText(metric, text, zone)}</b>{' '}
                <span className="unit">{unitOf(metric)}</span>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** One message: why it was refused, its bytes, what was read of them, and what its sender sent before. */
export function MessageDetail(props: {
  readonly detail: Detail;
  readonly shown: ShownMessage;
  readonly form: MessageForm;
  readonly zone: string;
  readonly nameOf: (message: MessageSummary) => string;
}) {
  const { detail, shown, form, zone, nameOf } = props;
  const text = useText();
  const format = useFormat();
  const commands = useCommands();
  const { message, problems, body, isSecret } = detail;
  const { stationId } = message;
  const facts: readonly (readonly [string, string])[] = [
    [text('messages.topic'), message.topic],
    [text('messages.qos'), detail.qos === null ? '' : String(detail.qos)],
    [text('messages.address'), detail.address],
    [text('messages.way'), text(`messages.way.${message.way}`)],
  ];
  return (
    <section className="panel messages__detail" aria-label={text('messages.detail')}>
      <header className="panel__head messages__bar">
        <h2 className="ellipsis">{nameOf(message)}</h2>
        <span className="dim num text-12">
          {format.time(message.at, zone, 'full')}.{String(message.at % 1000).padStart(3, '0')}
        </span>
        <span className="grow" />
        <CommandButton command={messageCommands.copy} icon="copy" iconOnly look="ghost" />
        <CommandButton command={messageCommands.saveBody} icon="download" iconOnly look="ghost" />
        <CommandButton
          command={messageCommands.choose}
          args={{ message: message.id }}
          icon="x"
          iconOnly
          look="ghost"
          label={text('action.close')}
        />
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keys must be able to scroll it */}
      <div className="messages__scroll" tabIndex={0}>
        {problems.length > 0 && (
          <div className={`messages__problem messages__problem--${message.state}`}>
            <Icon name="circle-alert" />
            <div>
              <b>{text(`messages.state.${message.state}`)}</b>
              {problems.map((problem, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: sentences may be equal
                <p key={index}>{problem}</p>
              ))}
            </div>
          </div>
        )}
        <h3 className="messages__sub">
          {text(message.isOut ? 'messages.asSent' : 'messages.asReceived')}
          <span className="dim num">{text('messages.size', { bytes: format.number(message.bytes, 0) })}</span>
          <span className="grow" />
          <Segmented
            label={text('argument.form')}
            value={form}
            options={forms.map((value) => ({ value, label: text(`messages.form.${value}`) }))}
            onChange={(value) => commands.run(messageCommands.form, { form: value }, 'button')}
          />
        </h3>
        <dl className="facts terms text-12 grid messages__facts">
          {facts.flatMap(([name, value]) =>
            value === ''
              ? []
              : [
                  <dt key={name}>{name}</dt>,
                  <dd key={`${name} value`} className="mono">
                    {value}
                  </dd>,
                ],
          )}
        </dl>
        {isSecret || (body === '' && message.kind === 'refusal') ? (
          <p className="messages__none dim text-12">
            {text(isSecret ? 'messages.secret' : 'messages.noBody')}
          </p>
        ) : (
          <>
            <ScrollRegion
              isText
              label={text(message.isOut ? 'messages.asSent' : 'messages.asReceived')}
              className="messages__bytes-of mono"
            >
              {shown.text}
            </ScrollRegion>
            {shown.cut !== null && (
              <p className="messages__none dim text-12">
                {text('messages.cut', {
                  shown: format.number(shown.cut, 0),
                  bytes: format.number(message.bytes, 0),
                })}
              </p>
            )}
          </>
        )}
        {message.kind !== 'refusal' && (
          <>
            <h3 className="messages__sub">
              {text('messages.asDecoded')}
              <span className="dim">
                {message.isOut ? '' : text('messages.readings', { count: detail.readings })}
              </span>
            </h3>
            <Metrics detail={detail} zone={zone} />
          </>
        )}
        {detail.before.length > 0 && (
          <>
            <h3 className="messages__sub">{text('messages.before')}</h3>
            <ul className="messages__before">
              {detail.before.map((one) => (
                <li key={one.id} className={`messages__row--${one.state}`}>
                  <CommandButton
                    command={messageCommands.choose}
                    args={{ message: one.id }}
                    look="ghost"
                    label={format.time(one.at, zone, 'dayTime')}
                  />
                  <span className="ellipsis">{one.why === '' ? readsText(one, text, zone) : one.why}</span>
                  <span className="dim">{text(`messages.kind.${one.kind}`)}</span>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
      {stationId !== null && (
        <footer className="messages__foot row wrap gap-8 inset">
          <CommandButton
            command={navigation.open}
            args={{ address: `/devices/messages?station=${stationId}` }}
            icon="search"
            label={text('messages.ofStation')}
          />
          <CommandButton
            command={stationCommands.open}
            args={{ stationId }}
            icon="map-pin"
            label={text('messages.openStation')}
          />
        </footer>
      )}
    </section>
  );
}
