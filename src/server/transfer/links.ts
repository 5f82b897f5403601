/** Finds the records that cells name by label, for example a load's truck by its number (SPEC B51). */
import { sql } from 'kysely'
import { toNfc } from '#core/to-nfc.ts'
import { getEntity } from '#core/entities/entities.ts'
import { listReferences } from '#core/entities/entity.ts'
import { toSentenceCase } from '#core/fields/checks.ts'
import type { EntityName, Fields } from '#core/fields/field.ts'
import type { Database, Work } from '#server/database/open.ts'

/** The id of the record that a cell names, or an error message. */
type Found = { id: number } | { message: string }

export type FindLink = (to: EntityName, label: string) => Found

type Named = { id: number; label: string }

/** Reads the labels of all records that `fields` can link to, once per file. */
export async function createLinkFinder(
  work: Database | Work,
  userId: string,
  fields: Fields,
): Promise<FindLink> {
  const known = new Map<EntityName, Map<string, Named[]>>()
  for (const to of new Set(listReferences(fields).map((reference) => reference.to))) {
    known.set(to, await readLabels(work, userId, to))
  }
  return (to, label) => findAmong(to, label, known.get(to)?.get(foldCase(label)) ?? [])
}

/** An exact match wins; otherwise letter case is ignored, if only one record matches. */
function findAmong(to: EntityName, label: string, among: Named[]): Found {
  const { singular, title } = getEntity(to)
  const exact = among.filter((record) => record.label === label)
  const matches = exact.length ? exact : among
  const [first] = matches
  if (!first) return { message: `${singular} “${label}” was not found` }
  if (matches.length === 1) return { id: first.id }
  return {
    message: `${matches.length} ${toSentenceCase(title).toLowerCase()} are named “${label}”`,
  }
}

async function readLabels(
  work: Database | Work,
  userId: string,
  to: EntityName,
): Promise<Map<string, Named[]>> {
  const label = sql.ref(getEntity(to).label)
  const { rows } = await sql<Named>`select id, ${label} as label from ${sql.table(to)}
    where user_id = ${userId}`.execute(work)
  return Map.groupBy(rows, (record) => foldCase(record.label))
}

function foldCase(label: string): string {
  return toNfc(label).toLowerCase()
}
