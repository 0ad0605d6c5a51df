/**
 * Logs security events of accounts: one line per outcome, with the person's id if known and the client's network
 * address, but never an email, password, token or text.
 */
import type { FastifyRequest } from 'fastify';
import type { UserId } from '../../src/protocol/entities.ts';
import { DomainError } from '../domain/errors.ts';

type SecurityEvent =
  | 'sign-up'
  | 'log-in'
  | 'log-out'
  | 'password change'
  | 'session end'
  | 'account deletion';

/** Runs `act` and logs the outcome: `done`, or the code of the refusal (`domain/errors.ts`). */
export async function tellOutcome<Result>(
  request: FastifyRequest,
  event: SecurityEvent,
  act: () => Promise<Result>,
  readUserId: (result: Result) => UserId | undefined = () => undefined,
): Promise<Result> {
  const tell = (outcome: string, userId = request.session?.userId) =>
    request.log.info(
      { event, outcome, address: request.address, ...(userId !== undefined && { userId }) },
      'security event',
    );
  try {
    const result = await act();
    tell('done', readUserId(result));
    return result;
  } catch (error) {
    tell(error instanceof DomainError ? error.code : 'failed');
    throw error;
  }
}
