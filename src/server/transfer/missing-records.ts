/** Lists the linked records that a file names and the account does not have, and creates them (SPEC C59). */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { getEntity } from '#core/entities/entities.ts'
import type { Entity } from '#core/entities/entity.ts'
import type { EntityName } from '#core/fields/field.ts'
import { fieldsOfColumn } from '#core/transfer/combined-columns.ts'
import { foldKey } from '#core/transfer/existing.ts'
import { MAX_LISTED, type ColumnMatch, type MissingRecords } from '#core/transfer/import.ts'
import { namedRecord } from '#core/transfer/named-record.ts'
import type { SameRecords } from '#core/transfer/same-names.ts'
import type { Work } from '#server/database/open.ts'
import { insertRecords } from '#server/entities/insert.ts'
import type { Operation } from '#server/entities/undo/keep.ts'
import { accountDay } from '#server/today.ts'
import type { CsvLine } from './csv/read-csv.ts'
import type { LinkFinder } from './links.ts'
import { readName } from './read-row.ts'

type Options = {
  operation: Operation
  entity: Entity
  columns: ColumnMatch
  /** The entities whose missing records are created. A name with a suggested record is created only if `same` says "new". */
  create: readonly EntityName[]
  same: SameRecords
  /** The import's transaction; undefined for a check, which writes nothing. */
  work: Work | undefined
  links: LinkFinder
}

const NAMES_AT_ONCE = 10

export function createMissingRecords(options: Options) {
  const { operation, entity, columns, create, same, work, links } = options
  const linked = columns.flatMap((column, at) =>
    column === null ? [] : listLinks(entity, column).map((to) => ({ at, column, to })),
  )
  const names = new Map<EntityName, Map<string, string>>()
  const suggested = new Map<EntityName, MissingRecords['suggested']>()
  let created: Partial<Record<EntityName, number>> = {}
  let lastCheckedId = Number.MAX_SAFE_INTEGER

  /** A check gives ids that are never stored. */
  async function makeIds(to: EntityName, labels: string[]): Promise<number[]> {
    if (!work) return labels.map(() => lastCheckedId--)
    const target = getEntity(to)
    const records = labels.map((label) => namedRecord(target, label, accountDay()))
    return insertRecords(work, operation, target, records)
  }

  async function createAll(to: EntityName, labels: string[]): Promise<void> {
    const { fields, label } = getEntity(to)
    const valid = labels.filter((name) => fields[label]?.schema.safeParse(name).success)
    const ids = await makeIds(to, valid)
    created = { ...created, [to]: (created[to] ?? 0) + valid.length }
    for (const [at, name] of valid.entries()) {
      links.add(to, { id: ids[at] ?? 0, label: name, isUnpayable: to === 'trucks' })
    }
  }

  /** Returns the name if it can be created: it is certain that no stored record is meant. */
  function suggest(to: EntityName, label: string): string[] {
    if (same.get(to)?.get(foldKey(label)) === 'new') return [label]
    const record = links.suggest(to, label)
    if (!record) return [label]
    const known = suggested.get(to) ?? []
    suggested.set(to, known)
    if (known.length < MAX_LISTED) known.push({ name: label, id: record.id, label: record.label })
    return []
  }

  return {
    /** Finds the missing records of some rows. Call it before the rows are read. */
    async prepare(lines: CsvLine[]): Promise<void> {
      const found = new Map<EntityName, string[]>()
      for (const { at, column, to } of linked) {
        for (const { cells } of lines) {
          const label = readName(entity, column, to, cells[at] ?? '')
          if (label === '' || links.has(to, label)) continue
          const known = names.get(to) ?? new Map<string, string>()
          names.set(to, known)
          if (known.has(foldKey(label))) continue
          known.set(foldKey(label), label)
          found.set(to, [...(found.get(to) ?? []), ...suggest(to, label)])
          // A name is compared with every record: other requests run in between.
          if (known.size % NAMES_AT_ONCE === 0) await nextTurn()
        }
      }
      for (const [to, labels] of found) if (create.includes(to)) await createAll(to, labels)
    },

    list: (): MissingRecords[] =>
      [...names].map(([to, labels]) => ({
        entity: to,
        count: labels.size,
        names: [...labels.values()].slice(0, MAX_LISTED),
        suggested: suggested.get(to) ?? [],
      })),

    countCreated: () => created,
  }
}

/** The lists whose records a column names. */
function listLinks(entity: Entity, column: string): EntityName[] {
  return fieldsOfColumn(entity, column).flatMap((field) => entity.fields[field]?.to ?? [])
}
