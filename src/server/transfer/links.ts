/** Finds the records that cells name by label, for example a load's truck by its number (SPEC B51). */
import { sql } from 'kysely'
import { getEntity } from '#core/entities/entities.ts'
import { listReferences } from '#core/entities/entity.ts'
import { toSentenceCase } from '#core/fields/checks.ts'
import type { EntityName, Fields } from '#core/fields/field.ts'
import { foldKey } from '#core/transfer/existing.ts'
import { MAX_LISTED, type SameName } from '#core/transfer/import.ts'
import { openSuggestions, type SameRecords } from '#core/transfer/same-names.ts'
import type { Database, Work } from '#server/database/open.ts'
import type { Problem } from './error-list.ts'
import { readRememberedNames } from './remembered-names.ts'

/** The id of the record that a cell names, or why there is none. */
type Found = { id: number } | Problem

/** A record that a cell names. `isUnpayable`: it is a truck without an owner or a driver. */
type Named = { id: number; label: string; isUnpayable?: boolean }

export type LinkFinder = {
  find: (to: EntityName, label: string) => Found
  /** Whether some record has this label, in any letter case, or the user said which record it means. */
  has: (to: EntityName, label: string) => boolean
  /** The stored record that a label without a record probably means. */
  suggest: (to: EntityName, label: string) => Named | null
  add: (to: EntityName, record: Named) => void
  /** The names so far that mean records of other names, as the user said now or before. */
  listSame: () => SameName[]
  isUnpayableTruck: (id: number) => boolean
}

/** Reads the labels of all records that `fields` can link to, once per file. */
export async function createLinkFinder(
  work: Database | Work,
  userId: string,
  fields: Fields,
  same: SameRecords = new Map(),
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
  const byId = new Map<EntityName, Map<number, Named>>()
  const sameNames = new Map<string, SameName>()
  const remembered = await readRememberedNames(work, userId)

  /** The record of an earlier import, unless the name now suggests another one: then the user is asked again. */
  function recall(to: EntityName, label: string): number | undefined {
    const id = remembered.get(to)?.get(foldKey(label))
    if (id === undefined) return undefined
    const probable = suggest(to, label)
    return probable && probable.id !== id ? undefined : id
  }

  /** The records of the label; without one, the record that the user chose for it, now or in an earlier import. */
  function findByLabel(to: EntityName, label: string): Named[] {
    const folded = foldKey(label)
    const own = known.get(to)?.get(folded)
    if (own) return own
    const chosen = same.get(to)?.get(folded) ?? recall(to, label)
    const record = typeof chosen === 'number' ? byId.get(to)?.get(chosen) : undefined
    if (!record) return []
    const { id, label: ownLabel } = record
    if (sameNames.size < MAX_LISTED)
      sameNames.set(`${to} ${folded}`, { entity: to, name: label, id, label: ownLabel })
    return [record]
  }

  for (const to of new Set(listReferences(fields).map((reference) => reference.to))) {
    const stored = await readLabels(work, userId, to)
    for (const record of stored) add(to, record)
    byId.set(to, new Map(stored.map((record) => [record.id, record])))
  }
  const suggestions = new Map<EntityName, (label: string) => Named | null>()
  const suggested = new Map<string, Named | null>()

  function suggest(to: EntityName, label: string): Named | null {
    const key = `${to} ${foldKey(label)}`
    const before = suggested.get(key)
    if (before !== undefined) return before
    const find = suggestions.get(to) ?? openSuggestions(to, [...(byId.get(to)?.values() ?? [])])
    suggestions.set(to, find)
    const found = find(label)
    suggested.set(key, found)
    return found
  }

  return {
    find(to, label) {
      const among = findByLabel(to, label)
      return findAmong(to, label, among, among.length ? null : suggest(to, label))
    },
    has: (to, label) => findByLabel(to, label).length > 0,
    suggest,
    add,
    listSame: () => [...sameNames.values()],
    isUnpayableTruck: (id) => unpayable.has(id),
  }
}

/** An exact match wins; otherwise letter case is ignored, if only one record matches. */
function findAmong(to: EntityName, label: string, among: Named[], suggested: Named | null): Found {
  const { singular, title } = getEntity(to)
  const exact = among.filter((record) => record.label === label)
  const matches = exact.length ? exact : among
  const [first] = matches
  if (!first) {
    const hint = suggested ? `. Is it ${suggested.label}?` : ''
    const message = `${singular} “${label}” was not found${hint}`
    return { message, cause: `${singular} was not found` }
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
