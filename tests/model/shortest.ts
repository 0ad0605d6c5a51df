/** For each rule the shortest schedule without it that went wrong, of those that fast-check found. */
import type { Rule } from './rules.ts';
import type { Step } from './schedules.ts';

export const SHORTEST: [Rule, Step[]][] = [
  [
    'whatever a person is told respects their marks',
    [
      ['server', 'restore'],
      ['ana1', 'delete for me', 0],
    ],
  ],
  ['deleting for oneself moves no number of the other', [['ana1', 'save', 1]]],
  [
    'told positions stand still during a block',
    [
      ['ben1', 'send', 0],
      ['network', 'deliver', 0],
      ['block', 'ana', true],
    ],
  ],
  [
    'what was reached during a block is not told when it is said again',
    [
      ['ana1', 'send', 0],
      ['network', 'deliver', 0],
      ['network', 'deliver', 0],
      ['block', 'ben', true],
      ['network', 'deliver', 1],
      ['network', 'deliver', 17],
      ['block', 'ben', false],
    ],
  ],
  [
    'a restored backup has another epoch',
    [
      ['ana1', 'send', 0],
      ['network', 'deliver', 0],
      ['server', 'restore, sockets stay'],
    ],
  ],
  [
    'a restored backup never gives an id again',
    [
      ['ben2', 'send', 0],
      ['ana1', 'send', 6],
      ['network', 'deliver', 0],
      ['server', 'restore, sockets stay'],
      ['ben2', 'edit', 0],
    ],
  ],
  [
    'a cursor below the floor is reset',
    [
      ['ana1', 'delete for both', 0],
      ['network', 'deliver', 0],
      ['server', 'purge'],
      ['ana1', 'offline', 0],
    ],
  ],
  [
    'a reset drops what was held',
    [
      ['server', 'restore'],
      ['ana1', 'delete for both', 3],
    ],
  ],
  [
    'an older page moves the cursor back',
    [
      ['ben2', 'drop tail', 0],
      ['ana1', 'send', 0],
      ['network', 'deliver', 0],
      ['network', 'deliver', 11],
      ['ben2', 'open stored', 0],
    ],
  ],
  [
    'a stored page keeps its own number',
    [
      ['ana1', 'send', 0],
      ['ana1', 'drop tail', 0],
      ['network', 'deliver', 0],
      ['network', 'deliver', 0],
      ['ana1', 'open stored', 0],
    ],
  ],
  [
    'only what follows the cursor is applied',
    [
      ['ana1', 'send', 0],
      ['ben2', 'send', 0],
      ['ana1', 'offline', 0],
      ['network', 'deliver', 9],
    ],
  ],
  [
    'held rows are applied in their turn',
    [
      ['ana1', 'send', 0],
      ['ben2', 'send', 0],
      ['network', 'deliver', 0],
      ['network', 'deliver', 0],
      ['network', 'deliver', 12],
    ],
  ],
  [
    'only a range that reaches the newest message grows',
    [
      ['ana2', 'read page', 1],
      ['ana2', 'drop tail', 0],
      ['ana1', 'send', 0],
    ],
  ],
  [
    'quotes follow their message',
    [
      ['ana1', 'send', 0],
      ['ana1', 'edit', 23],
      ['ana2', 'send', 17],
    ],
  ],
  [
    'in the rooms before the cursors are told',
    [
      ['ben1', 'reload', 0],
      ['ana1', 'send', 0],
    ],
  ],
  [
    'after doubt the numbers are told',
    [
      ['ana1', 'save', 1],
      ['network', 'deliver', 0],
      ['server', 'restore, sockets stay'],
    ],
  ],
  [
    'the numbers told after doubt include that of the marks',
    [
      ['ana1', 'clear', 0],
      ['network', 'crash before answer', 0],
    ],
  ],
  [
    'the key is looked up first',
    [
      ['ana1', 'send', 0],
      ['network', 'double', 0],
      ['ana1', 'save', 0],
      ['network', 'deliver', 0],
      ['network', 'double', 14],
      ['block', 'ana', true],
    ],
  ],
  [
    'a repeat does not move the cursor',
    [
      ['ana1', 'send', 0],
      ['ana1', 'send', 0],
      ['ben2', 'send', 0],
      ['network', 'deliver', 0],
      ['network', 'deliver', 0],
      ['network', 'lose', 1],
      ['network', 'deliver', 2],
      ['network', 'deliver', 0],
      ['network', 'deliver', 0],
      ['network', 'double', 10],
      ['network', 'deliver', 16],
      ['network', 'deliver', 17],
      ['network', 'deliver', 6],
      ['network', 'double', 15],
    ],
  ],
  [
    'a row with its key ends a send',
    [
      ['ana1', 'send', 0],
      ['network', 'deliver', 0],
      ['server', 'forget keys'],
    ],
  ],
  [
    'a reaction of unknown outcome is dropped with the keys',
    [
      ['ana1', 'send', 0],
      ['ana1', 'save', 0],
      ['network', 'deliver', 0],
      ['network', 'deliver', 4],
      ['network', 'deliver', 0],
      ['network', 'deliver', 5],
      ['server', 'forget keys'],
    ],
  ],
  [
    'an old operation waits until the device has caught up',
    [
      ['ana1', 'send', 0],
      ['network', 'deliver', 0],
      ['server', 'forget keys'],
    ],
  ],
  [
    'an edit names the version that it changes',
    [
      ['ana1', 'edit', 17],
      ['ana2', 'edit', 12],
    ],
  ],
  [
    'edits in a row from one device count on',
    [
      ['ben1', 'send', 0],
      ['network', 'crash before events', 0],
      ['ben1', 'edit', 1],
      ['network', 'double', 0],
      ['ben1', 'edit', 1],
    ],
  ],
  [
    'what was tried is frozen',
    [
      ['ben2', 'send', 0],
      ['ben2', 'edit', 1],
    ],
  ],
  [
    'operations on an unsent message take its id',
    [
      ['ana1', 'send', 0],
      ['ana1', 'delete for me', 0],
    ],
  ],
];
