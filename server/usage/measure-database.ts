/** The space used by a PostgreSQL database, while its nodes may run. */
import { connect } from '../store/postgres/database.ts';
import { type Row, readInteger, readIntegerOrNull } from '../store/rows.ts';
import { toPerson, type Usage } from './usage.ts';

/** Includes each table's indexes and out-of-row storage. */
const SIZES = `
  select pg_database_size(current_database()) as whole,
    pg_total_relation_size('messages') as messages,
    pg_total_relation_size('pictures') as pictures,
    (select count(*) from pictures) as picture_count,
    (select coalesce(sum(octet_length(bytes)), 0)::bigint from pictures where unnamed_since is not null) as unnamed`;

const PEOPLE = `
  with used (person, messages, text_bytes, picture_id) as (
    select sender, 1, octet_length(text), picture_id from messages
    union all
    select id, 0, 0, picture_id from users
    union all
    select id, 0, 0, small_id from users
  )
  select users.full_name, users.email, sum(used.messages)::bigint as messages,
    sum(used.text_bytes)::bigint as text_bytes, count(pictures.id) as pictures,
    sum(octet_length(pictures.bytes))::bigint as picture_bytes
  from used join users on users.id = used.person
    left join pictures on pictures.id = used.picture_id
  group by users.id`;

export async function measureDatabase(url: string): Promise<Usage> {
  const client = await connect(url);
  try {
    const { rows: sizes } = await client.query<Row>(SIZES);
    const size = sizes[0] ?? {};
    const { rows: people } = await client.query<Row>(PEOPLE);
    return {
      kinds: [
        { what: 'the database', bytes: readInteger(size, 'whole'), remark: '' },
        { what: '  messages', bytes: readInteger(size, 'messages'), remark: '' },
        {
          what: '  pictures',
          bytes: readInteger(size, 'pictures'),
          remark: `${readInteger(size, 'picture_count')}; MAX_PICTURE_BYTES_TOTAL bounds them`,
        },
        {
          what: '  pictures that nothing names',
          bytes: readInteger(size, 'unnamed'),
          remark: 'deleted about a week after that was noticed, and their room is used again',
        },
      ],
      people: people.map((row) => ({
        ...toPerson(row),
        pictures: readInteger(row, 'pictures'),
        pictureBytes: readIntegerOrNull(row, 'picture_bytes') ?? 0,
      })),
    };
  } finally {
    await client.end();
  }
}
