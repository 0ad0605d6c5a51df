/**
 * The network between the devices and the server: a bag of packets, from which any may be next, lost or doubled.
 * The server may crash between commit, answer and events.
 */
import { Client } from './client.ts';
import {
  type Answer,
  type Event,
  NO_MESSAGE,
  PEOPLE,
  type Person,
  type Request,
  type Row,
} from './protocol.ts';
import { ALL_RULES, type Rules } from './rules.ts';
import { Server, type Store } from './server.ts';

interface Envelope {
  client: Client;
  connection: number;
}

type Packet = Envelope &
  ({ id: number; request: Request } | { id: number; answer: Answer } | { event: Event });

export const FAULTS = ['lose', 'double', 'crash before answer', 'crash before events'] as const;
export type Fault = (typeof FAULTS)[number];

/** More rounds than any schedule needs to come to rest. */
const MOST_ROUNDS = 200;

export class World {
  readonly server: Server;
  readonly clients: Client[];
  packets: Packet[] = [];
  /** Events may have been lost without a connection that ended. */
  isInDoubt = false;
  isRecording = false;
  /** All that was sent to a person's devices while recording, in order, with the device. */
  readonly traffic: Record<Person, unknown[]> = { ana: [], ben: [] };
  backup: Store | undefined;
  private readonly keeps: Rules;

  constructor(keeps: Rules = ALL_RULES) {
    this.keeps = keeps;
    this.server = new Server(keeps);
    this.clients = PEOPLE.flatMap((person) =>
      [1, 2].map(
        (n) =>
          new Client(`${person}${n}`, person, keeps, (client, id, request) => {
            this.post({ client, connection: client.connection, id, request });
          }),
      ),
    );
  }

  client(name: string): Client {
    const found = this.clients.find((client) => client.name === name);
    if (!found) throw new Error(`There is no device ${name}`);
    return found;
  }

  /** Delivers one packet. An event that is lost leaves the server in doubt. */
  deliver(pick: number, fault?: Fault): void {
    const [packet] = this.packets.splice(pick % Math.max(1, this.packets.length), 1);
    if (!packet) return;
    if (fault === 'lose') {
      this.isInDoubt ||= 'event' in packet;
      return;
    }
    if ('request' in packet) {
      this.serve(packet, fault);
      // The second one comes at any later time, also when its sender has given it up.
      if (fault === 'double') this.packets.push(packet);
      return;
    }
    for (let times = fault === 'double' ? 2 : 1; times > 0; times -= 1) {
      if (packet.connection !== packet.client.connection) return;
      if ('answer' in packet) packet.client.takeAnswer(packet.id, packet.answer);
      else packet.client.takeEvent(packet.event);
    }
  }

  /** 48 h pass: what was underway is not any more. */
  forgetKeys(): void {
    this.packets = [];
    this.server.forgetKeys();
    for (const client of this.clients) client.age();
  }

  restore(cutsSockets: boolean): void {
    if (!this.backup) return;
    this.server.restore(this.backup);
    if (!cutsSockets) {
      this.isInDoubt = true;
      return;
    }
    for (const client of this.clients) if (client.isOnline) client.goOnline();
  }

  /** Delivers whatever there is, in order. */
  drain(): void {
    for (let n = 0; this.packets.length > 0; n += 1) {
      if (n > 2_000) throw new Error('Packets make packets without end');
      this.deliver(0);
    }
  }

  /** The network heals, everybody comes back, and all timers fire until nothing happens any more. */
  settle(): void {
    for (const client of this.clients) if (!client.isOnline) client.goOnline();
    this.drain();
    if (this.isInDoubt) this.askToCatchUp();
    this.isInDoubt = false;
    this.rest();
  }

  /** What a node emits after doubt. */
  askToCatchUp(): void {
    if (!this.keeps('after doubt the devices are asked to catch up')) return;
    const event = { event: 'catch up', epoch: this.server.store.epoch } as const;
    for (const client of this.clients) if (client.isInRooms) this.emit(client, event);
  }

  /** Delivers and waits until nothing happens any more. */
  rest(): void {
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      this.drain();
      for (const client of this.clients) client.wait();
      if (this.packets.length === 0) return;
    }
    throw new Error('The devices never come to rest');
  }

  private serve(packet: Envelope & { id: number; request: Request }, fault?: Fault): void {
    const { client, connection, id, request } = packet;
    const { answer, told } = this.server.handle(client.person, request);
    if (fault !== 'crash before answer') {
      this.post({ client, connection, id, answer });
    }
    if (fault === 'crash before answer' || fault === 'crash before events') {
      this.isInDoubt ||= told.length > 0;
      return;
    }
    for (const { person, event } of told) {
      for (const one of this.clients) {
        const isActing = one === client && connection === client.connection;
        if (one.person === person && one.isInRooms && !isActing) this.emit(one, event);
      }
    }
  }

  private emit(client: Client, event: Event): void {
    this.post({ client, connection: client.connection, event });
  }

  private post(packet: Packet): void {
    this.packets.push(packet);
    if ('request' in packet) return;
    const { client } = packet;
    const told = 'answer' in packet ? packet.answer : packet.event;
    if (this.isRecording) this.traffic[client.person].push([client.name, structuredClone(told)]);
    for (const row of rowsOf(told)) this.checkTold(client.person, row);
  }

  /** What is hidden from a person, or deleted, is told to them by no way. */
  private checkTold(person: Person, row: Row): void {
    const { messages } = this.server.store;
    for (const [id, text] of [
      [row.id, row.text],
      [row.quote?.id ?? NO_MESSAGE, row.quote?.text ?? null],
    ] as const) {
      if (text === null) continue;
      const message = messages.get(id);
      const isHidden = message?.isHidden && message.sender !== person;
      if (!message || message.text === null || isHidden) {
        throw new Error(`${person} is told the text of ${id}`);
      }
    }
  }
}

function rowsOf(told: Answer | Event): Row[] {
  if ('rows' in told) return told.rows;
  return 'change' in told && told.change ? [told.change.row] : [];
}
