import { useText } from './i18n.ts';

/** Where devices connect, as the entries of a `<dl>`: the host of this page with the ports of the embedded broker. */
export function BrokerAddress(props: {
  readonly broker: { readonly port: number | null; readonly tlsPort: number | null } | null;
}) {
  const text = useText();
  const { broker } = props;
  return (
    <>
      {broker?.port != null && (
        <>
          <dt>{text('sites.credential.broker')}</dt>
          <dd className="num">{`${location.hostname}:${broker.port}`}</dd>
        </>
      )}
      {broker?.tlsPort != null && (
        <>
          <dt>{text('sites.credential.brokerTls')}</dt>
          <dd className="num">{`${location.hostname}:${broker.tlsPort}`}</dd>
        </>
      )}
    </>
  );
}
