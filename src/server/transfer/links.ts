/** Finds the records that cells name by label, for example a load's truck by its number (SPEC B51). */
import { sql } from 'kysely'
import { getEntity } from '#core/entities/entities.ts'
import { listReferences } from '#core/entities/entity.ts'
import { toSentenceCase } from '#core/fields/checks.ts'
import type { EntityName, Fields } from '#core/fields/field.ts'
import { foldKey } from '#core/transfer/existing.ts'
import type { Database, Work } from '#server/database/open.ts'
import type { Problem } from './error-list.ts'

/** The id of the record that a cell names, or why there is none. */
type Found = { id: number } | Problem

/** A record that a cell names. `isUnpayable`: it is a truck without an owner or a driver. */
type Named = { id: number; label: string; isUnpayable?: boolean }

export type LinkFinder = {
  find: (to: EntityName, label: string) => Found
  /** Whether some record has this label, in any letter case. */
  has: (to: EntityName, label: string) => boolean
  add: (to: EntityName, record: Named) => void
  isUnpayableTruck: (id: number) => boolean
}

/** Reads the labels of all records that `fields` can link to, once per file. */
export async function createLinkFinder(
  work: Database | Work,
  userId: string,
  fields: Fields,
): Promise<LinkFinder> {
  const known = new Map<EntityName, Map<string, Named[]>>()
  const unpayable = new Set<number>()

  function add(to: EntityName, record: Named): void {
    const labels = known.get(to) ?? new Map<string, Named[]>()
    const folded = foldKey(record.label)
    const sameLabel = labels.get(folded)
    if (sameLabel) sameLabel.push(record)
    else labels.set(folded, [record])
    known.set(to, labels)
    if (record.isUnpayable) unpayable.add(record.id)
  }
  const findByLabel = (to: EntityName, label: string) => known.get(to)?.get(foldKey(label)) ?? []

  for (const to of new Set(listReferences(fields).map((reference) => reference.to))) {
    for (const record of await readLabels(work, userId, to)) add(to, record)
  }
  return {
    find: (to, label) => findAmong(to, label, findByLabel(to, label)),
    has: (to, label) => findByLabel(to, label).length > 0,
    add,
    isUnpayableTruck: (id) => unpayable.has(id),
  }
}

/** An exact match wins; otherwise letter case is ignored, if only one record matches. */
function findAmong(to: EntityName, label: string, among: Named[]): Found {
  const { singular, title } = getEntity(to)
  const exact = among.filter((record) => record.label === label)
  const matches = exact.length ? exact : among
  const [first] = matches
  if (!first) {
    return { message: `${singular} “${label}” was not found`, cause: `${singular} was not found` }
  }
  if (matches.length === 1) return { id: first.id }
  return {
    message: `${matches.length} ${toSentenceCase(title).toLowerCase()} are named “${label}”`,
  }
}

async function readLabels(work: Database | Work, userId: string, to: EntityName): Promise<Named[]> {
  const label = sql.ref(getEntity(to).label)
  const isUnpayable = to === 'trucks' ? sql`owner_id is null and driver_id is null` : sql`false`
  const { rows } = await sql<Named>`select id, ${label} as label, ${isUnpayable} as is_unpayable
    from ${sql.table(to)} where user_id = ${userId}`.execute(work)
  return rows
}
