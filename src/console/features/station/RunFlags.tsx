import { rows } from '../../../catalogue/index.ts';
import { flagMessage } from '../../../derive/messages.ts';
import { Glyph } from '../../components/Glyph.tsx';
import { Icon } from '../../components/Icon.tsx';
import { useText } from '../../components/i18n.ts';

const flags = rows.status.channels.flatMap((channel) => (channel.type === 'flagSet' ? channel.flags : []));
const isSet = (bits: number, bit: number): boolean => Math.floor(bits / 2 ** bit) % 2 === 1;

/** Run-status flags of an RTU in a sentence, and those that are set by name. */
export function RunSummary({ bits }: { readonly bits: number }) {
  const text = useText();
  const bad = flags.filter((_, bit) => isSet(bits, bit));
  return (
    <>
      <Icon name="cpu" />
      <span>
        <b className="strong">
          {bad.length === 0
            ? text('station.rtuNormal', { all: flags.length })
            : text('station.rtuNotNormal', { bad: bad.length, all: flags.length })}
        </b>
        {bad.length > 0 && (
          <span className="rtu-fold__bad text-12">
            {bad.map((flag) => (
              <span key={flag} className="row gap-4">
                <Glyph state="fault" />
                {text(flagMessage('status', flag))}
              </span>
            ))}
          </span>
        )}
      </span>
    </>
  );
}

/** Every run-status flag by shape and word. */
export function RunFlags({ bits }: { readonly bits: number }) {
  const text = useText();
  return (
    <ul className="flags grid">
      {flags.map((flag, bit) => {
        const bad = isSet(bits, bit);
        return (
          <li
            key={flag}
            className={`row gap-6 text-12 dim ${bad ? 'is-bad' : ''}`}
            title={text(flagMessage('status', flag))}
          >
            <Glyph state={bad ? 'fault' : 'ok'} />
            <span className="ellipsis">{text(flagMessage('status', flag))}</span>
            {bad && <span className="visually-hidden">{text('state.fault')}</span>}
          </li>
        );
      })}
    </ul>
  );
}
