import type { BodyOf } from '../../../contract/call.ts';
import { confirmOrder } from '../../../contract/devices/orders.ts';
import { request } from './client.ts';

/** What shows who somebody is; `code`: of the second factor, empty where none was asked for. */
export interface PasswordProof {
  readonly password: string;
  readonly code: string;
}

/**
 * Proves that it is the user who wants exactly this; answers the confirmation that the call itself then takes.
 * @throws ApiError 422 with the field that is wrong
 */
export async function confirm(
  body: BodyOf<typeof confirmOrder>['body'],
  proof: PasswordProof,
): Promise<string> {
  const code = proof.code.trim();
  const { confirmation } = await request(confirmOrder, {
    body: { password: proof.password, ...(code === '' ? {} : { code }), body },
  });
  return confirmation;
}
