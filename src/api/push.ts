/** The calls of the features `mutes` and `push`. */
import type { UserId } from '../protocol/entities.ts';
import {
  type FieldsOf,
  type Mute,
  type MutesResponse,
  type PushDeviceRequest,
  type PushResponse,
  paths,
  pathTo,
} from '../protocol/http.ts';
import { call } from './client.ts';

export type PushState = FieldsOf<PushResponse>;

const listOf = async (answer: Promise<FieldsOf<MutesResponse>>): Promise<Mute[]> =>
  (await answer).mutes;

export const listMutes = (): Promise<Mute[]> =>
  listOf(call<MutesResponse>({ method: 'get', path: paths.mutes, expects: { mutes: 'array' } }));

/** For so many ms, or until the person changes it (null); undefined ends it. */
export function setMute(userId: UserId, forMs: number | null | undefined): Promise<Mute[]> {
  const path = pathTo(forMs === undefined ? paths.unmute : paths.mute, userId);
  const json = forMs === undefined ? {} : { json: { forMs } };
  return listOf(call<MutesResponse>({ method: 'put', path, ...json, expects: { mutes: 'array' } }));
}

export const readPush = (): Promise<PushState> =>
  call<PushResponse>({ method: 'get', path: paths.push, expects: {} });

export const keepPushDevice = (json: PushDeviceRequest): Promise<PushState> =>
  call<PushResponse>({ method: 'put', path: paths.pushDevice, json, expects: {} });

export const endPush = (): Promise<PushState> =>
  call<PushResponse>({ method: 'post', path: paths.endPush, expects: {} });

/** The server asks the browser's push service, which may take its time. */
export const testPush = (): Promise<PushState> =>
  call<PushResponse>({ method: 'post', path: paths.testPush, expects: {} });
