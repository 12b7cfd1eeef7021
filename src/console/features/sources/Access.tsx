import { useState } from 'react';
import { sources as sourceCommands } from '../../../../commands/sources.ts';
import { renewToken, revokeToken } from '../../../contract/sources.ts';
import { CommandButton } from '../../components/commands.tsx';
import { Confirm } from '../../components/dialog/Confirm.tsx';
import { FormDialog } from '../../components/form/FormDialog.tsx';
import { FormProblem, FormSelect } from '../../components/form/fields.tsx';
import { type FormRefusal, useForm } from '../../components/form/use-form.ts';
import { useFormat, useText } from '../../components/i18n.ts';
import { ScrollRegion } from '../../components/ScrollRegion.tsx';
import { useOffer } from '../../components/screen.ts';
import { useChange } from '../../state/connection/change.ts';
import { request } from '../../state/connection/client.ts';
import { sourcesKey } from '../../state/sites/sources.ts';
import type { Detail, FtpPlace } from './SourceDetail.tsx';

const overlaps = ['0', '1', '24', '168'] as const;

function RenewDialog(props: {
  readonly sourceId: number;
  readonly onClose: () => void;
  readonly onToken: (token: string) => void;
}) {
  const text = useText();
  const change = useChange(sourcesKey, text);
  const form = useForm({ overlap: '24' }, async ({ overlap }) => {
    const refused = await change(async () => {
      const body = { overlapHours: Number(overlap) };
      const { token } = await request(renewToken, { params: { sourceId: props.sourceId }, body });
      props.onToken(token);
    });
    if (refused === null) props.onClose();
    return refused;
  });
  return (
    <FormDialog
      form={form}
      title={text('dataSources.renew')}
      label={text('dataSources.renew')}
      onClose={props.onClose}
    >
      <div className="form">
        <p className="dim text-12">{text('dataSources.renewText')}</p>
        <FormSelect
          form={form}
          name="overlap"
          label={text('dataSources.overlap')}
          options={overlaps.map((hours) => ({
            value: hours,
            label:
              hours === '0' ? text('dataSources.overlapNone') : text('dataSources.overlapHours', { hours }),
          }))}
        />
        <FormProblem problem={form.problem} />
      </div>
    </FormDialog>
  );
}

/** Where a source is reached, and an example that can be run; `$TOKEN` stands for its token. */
function reachOf(
  { way, key, createdAt }: Detail['source'],
  ftp: FtpPlace,
): { address: string; example: string } {
  const time = new Date(createdAt).toISOString();
  if (way === 'http') {
    const address = `${location.origin}/ingest/v1/${key}`;
    const example = `curl -X POST ${address} \\\n  -H "Authorization: Bearer $TOKEN" \\\n  -d '{"time":"${time}","values":{"level":1.25}}'`;
    return { address, example };
  }
  if (way === 'mqtt') {
    const example = `mosquitto_pub -h ${location.hostname} -q 1 -i ${key} -u ${key} -P "$TOKEN" \\\n  -t in/${key}/p1 -m '{"time":"${time}","level":1.25}'`;
    return { address: `in/${key}/#`, example };
  }
  if (way !== 'ftp' || ftp === null) return { address: key, example: '' };
  const address = `ftp://${location.hostname}:${ftp.port}/`;
  const secure = ftp.encryption === 'none' ? '' : ' --ssl-reqd';
  return { address, example: `curl${secure} -T log.csv --user "${key}:$TOKEN" ${address}` };
}

/** How a client of FTP is set up, and whether others can read what it sends. */
function FtpNote({ sourceKey, ftp }: { readonly sourceKey: string; readonly ftp: FtpPlace }) {
  const text = useText();
  if (ftp === null) return <p className="sources__ftp refused">{text('dataSources.ftpOff')}</p>;
  return (
    <>
      <p className="sources__ftp dim">{text('dataSources.ftpUser', { key: sourceKey })}</p>
      <p className={`sources__ftp ${ftp.encryption === 'only' ? 'dim' : 'refused'}`}>
        {text(`dataSources.ftpPlain.${ftp.encryption}`)}
      </p>
    </>
  );
}

/** What the address is called, by way. */
const addressWords = {
  http: 'dataSources.address',
  mqtt: 'dataSources.topic',
  folder: 'dataSources.folder',
  upload: 'dataSources.folder',
  ftp: 'dataSources.ftp',
} as const;

/** How a source is reached: its address, its token, and an example that can be run. */
export function Access(props: {
  readonly detail: Detail;
  /** Where files come by FTP; null = nowhere. */
  readonly ftp: FtpPlace;
  readonly token: string | null;
  readonly onToken: (token: string | null) => void;
}) {
  const { source } = props.detail;
  const { token, onToken } = props;
  const text = useText();
  const format = useFormat();
  const change = useChange(sourcesKey, text);
  const [asked, setAsked] = useState<'renew' | 'revoke' | null>(null);
  const [copied, setCopied] = useState<string | null>(null);
  const [refused, setRefused] = useState<FormRefusal | null>(null);
  const hasToken = source.way === 'http' || source.way === 'mqtt' || source.way === 'ftp';
  const { address, example } = reachOf(source, props.ftp);
  useOffer(
    sourceCommands.copy,
    async ({ what }) => {
      const content = what === 'token' ? token : what === 'example' ? example : address;
      if (content === null) return;
      await navigator.clipboard.writeText(content);
      setCopied(what);
    },
    { available: navigator.clipboard !== undefined },
  );
  useOffer(sourceCommands.renew, () => setAsked('renew'), { available: hasToken ? true : 'sources.noToken' });
  useOffer(sourceCommands.revoke, () => setAsked('revoke'), {
    available: source.credential !== null ? true : 'sources.noToken',
  });
  const copy = (what: 'address' | 'example' | 'token') => (
    <CommandButton
      command={sourceCommands.copy}
      args={{ what }}
      icon="copy"
      look="ghost"
      label={text(copied === what ? 'dataSources.copied' : 'log.copy')}
    />
  );
  if (source.way === 'upload')
    return <p className="sources__none dim text-12">{text('dataSources.uploadText')}</p>;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const { credential } = source;
  return (
    <div className="sources__access text-12">
      <span className="dim">{text(addressWords[source.way])}</span>
      <code className="ellipsis">{address}</code>
      {copy('address')}
      {source.way === 'ftp' && <FtpNote sourceKey={source.key} ftp={props.ftp} />}
      {hasToken && (
        <>
          <span className="dim">{text('dataSources.token')}</span>
          {token === null ? (
            <span className="num">
              {credential === null
                ? text('dataSources.noneToken')
                : text('dataSources.tokenOf', {
                    time: format.time(credential.at, zone, 'full'),
                    by: credential.by,
                  })}
              {credential?.oldUntil != null && (
                <span className="dim">
                  {` · ${text('dataSources.oldUntil', { time: format.time(credential.oldUntil, zone, 'full') })}`}
                </span>
              )}
            </span>
          ) : (
            <output className="sources__token">
              <code>{token}</code>
              <span>{text('dataSources.once')}</span>
            </output>
          )}
          <span className="row gap-4">
            {token !== null && copy('token')}
            <CommandButton
              command={sourceCommands.renew}
              icon="key"
              look="ghost"
              label={text('dataSources.renewShort')}
            />
            {credential !== null && (
              <CommandButton
                command={sourceCommands.revoke}
                icon="ban"
                look="ghost"
                label={text('dataSources.revoke')}
              />
            )}
          </span>
          {example !== '' && (
            <>
              <span className="dim">{text('dataSources.example')}</span>
              <ScrollRegion isText label={text('dataSources.example')} className="sources__example">
                {example}
              </ScrollRegion>
              {copy('example')}
            </>
          )}
        </>
      )}
      <FormProblem problem={refused?.sentence ?? null} />
      {asked === 'renew' && (
        <RenewDialog sourceId={source.id} onClose={() => setAsked(null)} onToken={onToken} />
      )}
      {asked === 'revoke' && (
        <Confirm
          question={text('dataSources.revokeAsk', { name: source.name })}
          confirm={text('dataSources.revoke')}
          onAnswer={(yes) => {
            setAsked(null);
            if (!yes) return;
            onToken(null);
            void change(() => request(revokeToken, { params: { sourceId: source.id } })).then(setRefused);
          }}
        />
      )}
    </div>
  );
}
