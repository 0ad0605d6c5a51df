/**
 * What the naive server keeps, as its tutorials model it: documents with random 24-hex ids, one row each.
 * One SQLite file stands in for their database server. Every choice that is not theirs favours this rival:
 * no second process, a write-ahead log, indexes on e-mail and on both ends of a message.
 * Each insert is a transaction of its own and is on disk (synchronous=FULL) when the call returns.
 */
import { randomBytes } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';

type Row = Record<string, unknown>;

export function openNaiveStore(path: string) {
  const database = new DatabaseSync(path);
  database.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    CREATE TABLE IF NOT EXISTS users (
      _id TEXT PRIMARY KEY, fullName TEXT NOT NULL, email TEXT NOT NULL UNIQUE,
      password TEXT NOT NULL, bio TEXT NOT NULL, profilePic TEXT NOT NULL DEFAULT ''
    );
    CREATE TABLE IF NOT EXISTS messages (
      _id TEXT PRIMARY KEY, senderId TEXT NOT NULL, receiverId TEXT NOT NULL,
      text TEXT, image TEXT, seen INTEGER NOT NULL DEFAULT 0, createdAt TEXT NOT NULL
    );
    CREATE INDEX IF NOT EXISTS messages_by_ends ON messages (senderId, receiverId);
  `);
  const insertUser = database.prepare(
    'INSERT INTO users (_id, fullName, email, password, bio) VALUES (?, ?, ?, ?, ?)',
  );
  const selectUser = database.prepare('SELECT * FROM users WHERE _id = ?');
  const insertMessage = database.prepare(
    'INSERT INTO messages (_id, senderId, receiverId, text, image, createdAt) VALUES (?, ?, ?, ?, ?, ?)',
  );
  return {
    addUser(user: { fullName: string; email: string; password: string; bio: string }): string {
      const id = makeId();
      insertUser.run(id, user.fullName, user.email, user.password, user.bio);
      return id;
    },
    findUser: (id: string): Row | undefined => selectUser.get(id),
    addMessage(
      senderId: string,
      receiverId: string,
      content: { text: string | null; image: string | null },
    ) {
      const id = makeId();
      const createdAt = new Date().toISOString();
      insertMessage.run(id, senderId, receiverId, content.text, content.image, createdAt);
      return { _id: id, senderId, receiverId, ...content, seen: false, createdAt };
    },
    /** For filling: all inserts of `work` in one transaction. */
    inOneTransaction(work: () => void): void {
      database.exec('BEGIN');
      work();
      database.exec('COMMIT');
    },
    close: () => database.close(),
  };
}

function makeId(): string {
  return randomBytes(12).toString('hex');
}
