/** Papers that drivers and truck owners sent: news for the office until the load is opened (SPEC C138). */
import { sql } from 'kysely'
import type { Member } from '#core/team/member.ts'
import { readNamedMembers } from '#server/accounts/team/named-members.ts'
import type { Database, Work } from '#server/database/open.ts'
import { notFound } from '#server/errors.ts'

/** Notifies each member who works on loads. `sender`: "Eve", "Upload link of Pat Doe". */
export async function announce(
  work: Work,
  { userId, loadId, sender }: { userId: string; loadId: number; sender: string },
): Promise<void> {
  const members = await readNamedMembers(work, userId)
  const receivers = members.filter(({ permissions }) => permissions.has('loads'))
  const people = [...new Set(receivers.map(({ personId }) => personId))]
  if (!people.length) return
  const rows = people
    .toSorted()
    .map((personId) => sql`(${userId}, ${personId}, ${loadId}, ${sender})`)
  await sql`insert into document_arrivals (user_id, person_id, load_id, sender)
    values ${sql.join(rows)}
    on conflict (user_id, person_id, load_id) do update set documents = document_arrivals.documents + 1,
      sender = excluded.sender, arrived_at = excluded.arrived_at`.execute(work)
}

export type Arrival = {
  loadId: number
  load: string
  documents: number
  sender: string
  arrivedAt: string
}

/** Reads one arrival per load, newest first. Loads in the trash are left out. */
export async function readArrivals(
  database: Database,
  { accountId: userId, personId, permissions }: Member,
  most: number,
): Promise<Arrival[]> {
  if (!permissions.has('loads')) return []
  const { rows } = await sql<Arrival>`
    select arrival.load_id, loads.load_id as load, arrival.documents, arrival.sender, arrival.arrived_at
    from document_arrivals as arrival
      join loads on loads.user_id = ${userId} and loads.id = arrival.load_id
    where arrival.user_id = ${userId} and arrival.person_id = ${personId}
    order by arrival.arrived_at desc limit ${most}`.execute(database)
  return rows
}

/** Removes the load's arrivals for a member who has opened the load. Throws 404, also for a load in the trash. */
export async function markArrivalsRead(
  database: Database,
  { accountId: userId, personId }: Member,
  loadId: number,
): Promise<void> {
  const { rows } = await sql`
    select from loads where user_id = ${userId} and id = ${loadId}`.execute(database)
  if (!rows.length) throw notFound()
  await sql`delete from document_arrivals
    where user_id = ${userId} and person_id = ${personId} and load_id = ${loadId}`.execute(database)
}

/** Deletes arrivals that are older than 60 days. */
export async function deleteOldArrivals(work: Work): Promise<void> {
  await sql`delete from document_arrivals where arrived_at < now() - interval '60 days'`.execute(
    work,
  )
}
