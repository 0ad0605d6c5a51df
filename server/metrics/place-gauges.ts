/** Metrics of the place of the data: disk, schema, last backup. */
import { statfs } from 'node:fs/promises';
import { Gauge, type Registry } from 'prom-client';
import { watchFolderSize } from './folder-size.ts';

export interface Place {
  schemaVersion: number;
  /** Without it everything is in PostgreSQL, which has its own metrics. */
  folder?: string;
  /** Epoch ms; undefined if there was no backup. */
  readLastBackup?: () => number | undefined;
}

export function addPlaceGauges(register: Registry, place: Place): void {
  const registers = [register];
  const { schemaVersion, folder, readLastBackup } = place;
  new Gauge({
    name: 'duet_schema_version',
    help: 'Number of the last migration of the database.',
    registers,
  }).set(schemaVersion);
  if (folder === undefined) return;
  new Gauge({
    name: 'duet_data_free_bytes',
    help: 'What is free on the disk of the data folder.',
    registers,
    async collect() {
      const { bavail, bsize } = await statfs(folder);
      this.set(bavail * bsize);
    },
  });
  const readSize = watchFolderSize(folder);
  new Gauge({
    name: 'duet_data_bytes',
    help: 'What the data folder takes: its database, the log of that, its pictures, and what upgrades and restores left.',
    labelNames: ['part'],
    registers,
    collect() {
      for (const [part, bytes] of Object.entries(readSize() ?? {})) this.set({ part }, bytes);
    },
  });
  readSize();
  new Gauge({
    name: 'duet_last_backup_timestamp_seconds',
    help: 'When the last backup of the data folder was complete; 0 where none was made.',
    registers,
    collect() {
      this.set(Math.round((readLastBackup?.() ?? 0) / 1000));
    },
  });
}
