import { useState } from 'react';
import { useLocation } from 'wouter';
import { sources as sourceCommands } from '../../../../commands/sources.ts';
import type { DataOf } from '../../../contract/call.ts';
import { addressOf } from '../../../contract/pages.ts';
import { retireSource, type sourceDetail, type sources, updateSource } from '../../../contract/sources.ts';
import { CommandButton } from '../../components/commands.tsx';
import { Confirm } from '../../components/dialog/Confirm.tsx';
import { FormDialog } from '../../components/form/FormDialog.tsx';
import { FormProblem, FormText } from '../../components/form/fields.tsx';
import { type FormRefusal, useForm } from '../../components/form/use-form.ts';
import { useFormat, useText } from '../../components/i18n.ts';
import { useOffer } from '../../components/screen.ts';
import { spanOf } from '../../components/values/span.ts';
import { useChange } from '../../state/connection/change.ts';
import { request } from '../../state/connection/client.ts';
import { sourcesKey } from '../../state/sites/sources.ts';
import { Access } from './Access.tsx';
import { Received } from './Received.tsx';
import { Runs } from './Runs.tsx';
import { stateOf } from './words.ts';

export type Detail = DataOf<typeof sourceDetail>;
export type FtpPlace = DataOf<typeof sources>['ftp'];

function RenameDialog({
  source,
  onClose,
}: {
  readonly source: Detail['source'];
  readonly onClose: () => void;
}) {
  const text = useText();
  const change = useChange(sourcesKey, text);
  const form = useForm({ name: source.name }, async ({ name }) => {
    const body = { name: name.trim(), isPaused: source.isPaused };
    const refused = await change(() => request(updateSource, { params: { sourceId: source.id }, body }));
    if (refused === null) onClose();
    return refused;
  });
  return (
    <FormDialog form={form} title={text('dataSources.rename')} label={text('sites.save')} onClose={onClose}>
      <div className="form">
        <FormText form={form} name="name" label={text('dataSources.name')} />
        <FormProblem problem={form.problem} />
      </div>
    </FormDialog>
  );
}

/** One source: how it stands, how it is reached, what came last, and its runs. */
export function SourceDetail(props: {
  readonly detail: Detail;
  /** Where files come by FTP; null = nowhere. */
  readonly ftp: FtpPlace;
  /** A token that was just made; it is shown until another source is opened. */
  readonly token: string | null;
  readonly onToken: (token: string | null) => void;
}) {
  const { detail, ftp, token, onToken } = props;
  const { source } = detail;
  const text = useText();
  const format = useFormat();
  const [, navigate] = useLocation();
  const change = useChange(sourcesKey, text);
  const [asked, setAsked] = useState<'rename' | 'retire' | null>(null);
  const [refused, setRefused] = useState<FormRefusal | null>(null);
  const state = stateOf(source);
  const params = { sourceId: source.id };
  useOffer(sourceCommands.map, () => navigate(addressOf('sourceMapping', { source: String(source.id) })));
  useOffer(sourceCommands.rename, () => setAsked('rename'));
  useOffer(sourceCommands.retire, () => setAsked('retire'));
  useOffer(sourceCommands.pause, async () => {
    const body = { name: source.name, isPaused: !source.isPaused };
    setRefused(await change(() => request(updateSource, { params, body })));
  });
  const figures = [
    ['lastAt', source.lastAt === null ? '–' : spanOf(Date.now() - source.lastAt, format)],
    ['messages', format.number(source.messages, 0)],
    ['stored', format.number(source.stored, 0)],
    ['known', format.number(source.known, 0)],
    ['refused', format.number(source.refused, 0)],
  ] as const;
  return (
    <>
      <header className="sources__head row wrap gap-8">
        <h2 className="strong">{source.name}</h2>
        <span className={`sources__state is-${state}`}>{text(`dataSources.state.${state}`)}</span>
        <span className="dim text-12">{text(`dataSources.way.${source.way}`)}</span>
        <span className="grow" />
        <CommandButton
          command={sourceCommands.map}
          icon="table"
          label={
            source.version === null
              ? text('dataSources.map')
              : text('dataSources.mapVersion', { version: source.version })
          }
        />
        <CommandButton
          command={sourceCommands.pause}
          icon={source.isPaused ? 'play' : 'pause'}
          label={text(source.isPaused ? 'dataSources.goOn' : 'dataSources.pause')}
        />
        <CommandButton command={sourceCommands.rename} icon="pencil" iconOnly />
        <CommandButton command={sourceCommands.retire} icon="archive" iconOnly />
      </header>
      <div className="scroll">
        <FormProblem problem={refused?.sentence ?? null} />
        <dl className="sources__figures">
          {figures.map(([name, value]) => (
            <div key={name}>
              <dt>{text(`dataSources.figure.${name}`)}</dt>
              <dd className="num strong">{value}</dd>
            </div>
          ))}
        </dl>
        <Access detail={detail} ftp={ftp} token={token} onToken={onToken} />
        <Received messages={detail.messages} />
        <Runs detail={detail} />
      </div>
      {asked === 'rename' && <RenameDialog source={source} onClose={() => setAsked(null)} />}
      {asked === 'retire' && (
        <Confirm
          question={text('dataSources.retireAsk', { name: source.name })}
          confirm={text('dataSources.retire')}
          onAnswer={(yes) => {
            setAsked(null);
            if (!yes) return;
            void change(() => request(retireSource, { params })).then((found) => {
              setRefused(found);
              if (found === null) navigate(addressOf('dataSources', {}));
            });
          }}
        />
      )}
    </>
  );
}
