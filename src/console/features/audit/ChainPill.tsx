import { audit as auditCommands } from '../../../../commands/audit.ts';
import { useCommands } from '../../components/commands.tsx';
import { Icon } from '../../components/Icon.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import type { useChain } from './use-audit.ts';

/** Whether the audit was tampered with; pressed, it looks again. */
export function ChainPill({
  chain,
  zone,
}: {
  readonly chain: ReturnType<typeof useChain>;
  readonly zone: string;
}) {
  const text = useText();
  const format = useFormat();
  const commands = useCommands();
  const { data, isFetching, isError } = chain;
  const broken = data !== undefined && data.brokenAt !== null;
  const words = isFetching
    ? text('audit.chain.checking')
    : isError || data === undefined
      ? text('audit.chain.failed')
      : data.brokenAt === null
        ? text('audit.chain.whole', { time: format.time(data.at, zone, 'minute') })
        : text(`audit.chain.${data.why === 'removed' || data.why === 'head' ? data.why : 'broken'}`, {
            id: data.brokenAt,
          });
  const look = isFetching || data === undefined || isError ? '' : broken ? 'pill--lv4' : 'pill--ok';
  return (
    <>
      <button
        type="button"
        className={`pill audit__chain ${look}`}
        title={text('command.audit.verify')}
        onClick={() => commands.run(auditCommands.verify, {}, 'button')}
      >
        <Icon name={broken ? 'shield-alert' : 'shield-check'} className="icon--small" />
        {words}
      </button>
      {/* Screen readers do not announce changes of a button's own text. */}
      <span className="visually-hidden" role={broken ? 'alert' : 'status'}>
        {words}
      </span>
    </>
  );
}
