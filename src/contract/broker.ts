/** Where devices connect, as far as the server decides it. */
import Type from 'typebox';

const port = Type.Union([Type.Integer(), Type.Null()]);

/** Ports of the embedded broker, without TLS and with, each null where it is closed; null with an external broker. */
export const BrokerPorts = Type.Union([
  Type.Object({ port, tlsPort: port }, { additionalProperties: false }),
  Type.Null(),
]);
