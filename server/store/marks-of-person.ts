/** What a person has marked for themselves, in the SQL of both databases. `person` is the person's key there. */

/** Where this person has cleared the conversation `c` to. */
export const clearedTo = (person: string) =>
  `case when c.low = ${person} then c.low_cleared_to else c.high_cleared_to end`;

/** Whether the person has deleted the message `m` alone. */
export const isDeletedFor = (person: string) => `exists (
    select 1 from marks k
    where k.person = ${person} and k.conversation = m.conversation and k.seq = m.seq and k.deleted = 1
  )`;

/** Whether the message `m` of the conversation `c` is deleted for the person. */
export const isGoneFor = (person: string) =>
  `(m.seq <= ${clearedTo(person)} or ${isDeletedFor(person)})`;
