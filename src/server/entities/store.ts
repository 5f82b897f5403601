/** Reads and writes one account's records of one entity. */
import type { AnyRecord } from '#core/entities/entity.ts'
import type { RecordLinks } from '#core/entities/record-use.ts'
import type { SettledAnswer } from '#core/settlements/adjustments/settled-change.ts'
import type { Member } from '#core/team/member.ts'
import { runIdempotent, type Repeatable } from '#server/database/idempotency.ts'
import type { Database, Work } from '#server/database/open.ts'
import { openRecord } from '#server/database/secrets/records.ts'
import { withFieldErrors } from '#server/database/constraint-errors.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { versionConflict, notFound, RequestError } from '#server/errors.ts'
import type { ListQuery } from '#server/lists/types.ts'
import { readIds } from '#server/lists/read.ts'
import { lookUpSearch } from '#server/lists/query/search.ts'
import { askAboutSettled } from '#server/settlements/adjustments/ask-settled.ts'
import { AFTER_UPDATE } from './after-update.ts'
import { countLinks } from './links.ts'
import { findRefusals, refusalText } from './refusals.ts'
import { toVisibleEntity, type ScopedEntity } from './visible-entity.ts'
import type { Parts } from './sent-parts.ts'
import {
  deleteRows,
  findRow,
  insertRow,
  lockForUpdate,
  lockRows,
  requireFound,
  updateRow,
  type Values,
} from './rows.ts'

/**
 * The records of `entity` of the member's account, as the member sees them (SPEC C73). `settled`: the member's answer to
 * the question about loads on locked statements, which changes and deletions of loads ask (409, SPEC C360).
 */
export function openStore(
  database: Database,
  member: Member,
  entity: ScopedEntity,
  settled?: SettledAnswer,
) {
  const { accountId: userId, permissions } = member
  const seen = toVisibleEntity(entity, permissions)
  const asked = { userId, permissions, entity }
  const opened = (record: AnyRecord) => openRecord(database, seen, record)

  /** Throws 404 if the account has no such record. */
  async function get(id: number): Promise<AnyRecord> {
    return opened(requireFound(await findRow(database, userId, seen, id)))
  }

  /**
   * Saves the parts before the record's own values, which depend on them. Returns the record's new version, and a function
   * that stores the change for an undo. The caller has locked the record.
   */
  async function saveParts(work: Work, id: number, version: number | undefined, parts: Parts) {
    const record = requireFound(await findRow(work, userId, entity, id))
    if (version !== undefined && version !== record.version) return { now: version }
    const keep = await parts.change(work, id)
    return { now: requireFound(await findRow(work, userId, entity, id)).version, keep }
  }

  /** Runs a change of a record, which asks if the record is a load of a locked statement. */
  function change<Result>(work: Work, id: number, run: () => Promise<Result>): Promise<Result> {
    if (entity.name !== 'loads') return run()
    return askAboutSettled(work, { userId, permissions, settled }, [id], run)
  }

  return {
    get,

    /** The ids of all records that match, in the list's order. */
    async ids(query: ListQuery): Promise<number[]> {
      return readIds(database, seen, userId, await lookUpSearch(database, seen, userId, query))
    },

    /** Throws 409 for a duplicate and 400 for a link to a missing record, at the field. */
    async create(values: Values, request: Repeatable, parts?: Parts): Promise<AnyRecord> {
      const create = async (work: Work) => {
        const made = requireFound(await insertRow(work, userId, entity, values))
        if (!parts) return made
        await parts.add(work, made)
        return requireFound(await findRow(work, userId, entity, made.id))
      }
      const record = await withFieldErrors(entity.name, entity.fields, values, () =>
        // The response is stored for a day for repeated requests, with its secrets encrypted.
        runIdempotent(database, userId, request, create),
      )
      return opened(pickSeen(seen, record))
    },

    /** Throws 404, 412 if the record has another version, and the errors of `create`. `parts` are saved with it. */
    update(
      id: number,
      values: Values,
      version: number | undefined,
      parts?: Parts,
    ): Promise<AnyRecord> {
      return withFieldErrors(entity.name, entity.fields, values, () =>
        inTransaction(database, async (work) => {
          const afterUpdate = AFTER_UPDATE[entity.name]
          if (afterUpdate || parts) await lockForUpdate(work, userId, entity, id)
          const before = afterUpdate && requireFound(await findRow(work, userId, entity, id))
          const { keep, changed } = await change(work, id, async () => {
            const { now, keep } = parts
              ? await saveParts(work, id, version, parts)
              : { now: version, keep: undefined }
            return {
              keep,
              changed: await updateRow(work, userId, entity, { id, version: now }, values),
            }
          })
          const record = requireFound(await findRow(work, userId, entity, id))
          if (!changed) throw versionConflict(opened(pickSeen(seen, record)))
          if (before) await afterUpdate?.(work, userId, before, record)
          await keep?.()
          return opened(pickSeen(seen, record))
        }),
      )
    },

    /** What a deletion of the record would do, or why it is refused (SPEC B24, C356). Throws 404. */
    async links(id: number): Promise<RecordLinks> {
      const record = await get(id)
      const linked = await countLinks(database, userId, entity.name, id)
      const refusal = (await findRefusals(database, asked, [id])).get(id)
      if (!refusal) return { linked, refusal: null }
      const isInactive = record.status === 'inactive'
      return { linked, refusal: isInactive ? refusal.reason : refusalText(refusal) }
    },

    /** Moves the record to the trash and clears the links to it. Throws 404, and 409 if something uses it (SPEC B24, C10, C356). */
    remove(id: number, operation: string): Promise<void> {
      return inTransaction(database, async (work) => {
        if (entity.where) requireFound(await findRow(work, userId, entity, id))
        // A locked record gets no further use until the end.
        if (!(await lockRows(work, userId, entity, [id])).length) throw notFound()
        const refusal = (await findRefusals(work, asked, [id])).get(id)
        if (refusal) throw new RequestError(409, refusalText(refusal), { more: { ...refusal.use } })
        await change(work, id, () => deleteRows(work, { id: operation, userId }, entity, [id]))
      })
    },
  }
}

/** A stored response may have been made for another role. */
function pickSeen({ only }: { only?: readonly string[] }, record: AnyRecord): AnyRecord {
  if (!only) return record
  const names = new Set([...only, 'labels'])
  const entries = Object.entries(record).filter(([name]) => names.has(name))
  return Object.fromEntries(entries) as AnyRecord
}
