/** Where all data is stored: in the database of `DATABASE_URL`, or in the folder `DATA_DIR`. */
import type { Config } from './config.ts';
import { openDataFolder } from './data-folder.ts';
import type { Clock } from './domain/ports/clock.ts';
import type { PictureStore, SweepPictures } from './domain/ports/pictures.ts';
import type { Report } from './domain/ports/report.ts';
import type { Store } from './domain/ports/store.ts';
import type { UnannouncedStore } from './domain/ports/unannounced.ts';
import type { ReadSource } from './reader/jobs.ts';
import type { Note } from './store/migrations.ts';

/** Of the node's connections. */
const READER_CONNECTIONS = 2;
const LOCK_CONNECTIONS = 1;

/**
 * Rejects with a DomainError or a system error that names the problem. `report` gets later failures that no caller
 * gets; `note` gets what the operator must know about this start.
 */
export async function openStorage(
  config: Pick<
    Config,
    'DATABASE_URL' | 'DATABASE_CONNECTIONS' | 'DATA_DIR' | 'MAX_PICTURE_BYTES_TOTAL' | 'REDIS_URL'
  >,
  clock: Clock,
  report: Report,
  note: Note,
): Promise<{
  store: Store;
  source: ReadSource;
  pictures: PictureStore;
  sweepPictures: SweepPictures;
  unannounced?: UnannouncedStore;
}> {
  const { DATABASE_URL: url, DATABASE_CONNECTIONS: connections, DATA_DIR } = config;
  if (url === null) return openDataFolder(DATA_DIR, clock, note);
  // Imported on demand: the embedded store does not load a database client that it does not use.
  const { openPostgresStore } = await import('./store/postgres/store.ts');
  const { MAX_PICTURE_BYTES_TOTAL: pictureBytes } = config;
  const own = connections - READER_CONNECTIONS - LOCK_CONNECTIONS;
  const options = { url, clock, connections: own, pictureBytes, report, note };
  const source = { engine: 'postgres', url, connections: READER_CONNECTIONS } as const;
  // Before migrations: an older version may be using the schema.
  const { lockForNodes } = await import('./store/postgres/node-lock.ts');
  const unlock = await lockForNodes(url, { isAlone: config.REDIS_URL === null, report });
  try {
    const opened = await openPostgresStore(options);
    const close = () => opened.store.close().then(unlock);
    return { ...opened, store: { ...opened.store, close }, source };
  } catch (error) {
    await unlock();
    throw error;
  }
}

/** Facts about the place of the data, as `addPlaceGauges` needs them. */
export async function describePlace({
  DATABASE_URL,
  DATA_DIR,
}: Pick<Config, 'DATABASE_URL' | 'DATA_DIR'>) {
  if (DATABASE_URL !== null) {
    const { readPostgresMigrations } = await import('./store/postgres/migrate.ts');
    return { schemaVersion: readPostgresMigrations().newest };
  }
  const { readSqliteMigrations } = await import('./store/sqlite/migrate.ts');
  const { readLastBackup } = await import('./store/last-backup.ts');
  return {
    schemaVersion: readSqliteMigrations().newest,
    folder: DATA_DIR,
    readLastBackup: () => readLastBackup(DATA_DIR),
  };
}
