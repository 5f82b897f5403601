/** Removes the fields from an entity that the member's role hides (SPEC C73). */
import { z } from 'zod'
import { bulkSchema } from '#core/entities/bulk.ts'
import { changedRecordSchema, newRecordSchema, type Stored } from '#core/entities/entity.ts'
import type { Fields } from '#core/fields/field.ts'
import { fillHidden } from '#core/team/hidden-values.ts'
import type { Permission } from '#core/team/roles.ts'
import { hideFields, listHidden } from '#core/team/visible-listing.ts'
import { badInput, forbiddenField } from '#server/errors.ts'
import { computedKinds, defineColumnKinds } from '#server/lists/query/list-query.ts'
import type { Listed, VisibleList } from '#server/lists/types.ts'
import { byPermissions } from '#core/team/by-permissions.ts'

/** `where`: restricts the table to the records that the member has. */
export type ScopedEntity = Stored & Pick<Listed, 'where'>

type Permissions = ReadonlySet<Permission>

const RECORD_COLUMNS = ['id', 'userId', 'version', 'createdAt', 'updatedAt']

/** The entity with its visible fields. If some columns are hidden or internal, only the others are read. */
export function toVisibleEntity<Of extends ScopedEntity>(
  entity: Of,
  permissions: Permissions,
): Of & { only?: readonly string[] } {
  const seen = hideFields(entity, permissions)
  if (seen === entity && !entity.internal) return entity
  return { ...seen, only: listResponseColumns(seen) }
}

/** The columns that a response has, in their order. */
function listResponseColumns({ fields, computed = [] }: Stored): string[] {
  return [...RECORD_COLUMNS, ...Object.keys(fields), ...computed]
}

/** The list of an entity, or of its visible part. */
export function describeEntityList(entity: ScopedEntity): VisibleList {
  const kinds = defineColumnKinds(entity.fields, computedKinds(entity))
  return { listed: entity, kinds, ...(entity.totals ? { totals: Object.keys(entity.totals) } : {}) }
}

/** Only an Admin gets secrets in lists. For other members, each view of a secret is logged (SPEC C73). */
export const describeVisibleList = byPermissions(buildVisibleList)

function buildVisibleList(entity: ScopedEntity, permissions: Permissions): VisibleList {
  const inLists = permissions.has('admin')
    ? permissions
    : new Set([...permissions].filter((permission) => permission !== 'secrets'))
  return describeEntityList(toVisibleEntity(entity, inLists))
}

const visibleFields = (fields: Fields, permissions: Permissions) =>
  hideFields({ fields }, permissions).fields
const newSchema = byPermissions((fields: Fields, permissions) =>
  newRecordSchema(visibleFields(fields, permissions)),
)
const changedSchema = byPermissions((fields: Fields, permissions) =>
  changedRecordSchema(visibleFields(fields, permissions)),
)
const bulkChangeSchema = byPermissions((fields: Fields, permissions) =>
  bulkSchema(visibleFields(fields, permissions)),
)

/** Checks the body of a POST. Throws 400, and 403 at a hidden field. Hidden fields get their first value. */
export function readNewRecord({ fields }: Stored, permissions: Permissions, body: unknown) {
  rejectHidden(fields, permissions, body)
  return { ...fillHidden(fields, permissions), ...parse(newSchema(fields, permissions), body) }
}

/** Checks the body of a PUT. Throws 400, and 403 at a hidden field. Hidden fields keep their stored value. */
export function readChangedRecord({ fields }: Stored, permissions: Permissions, body: unknown) {
  rejectHidden(fields, permissions, body)
  return parse(changedSchema(fields, permissions), body)
}

/** Checks the body of a bulk change. Throws 400, and 403 at a hidden field. */
export function readBulkChange({ fields }: Stored, permissions: Permissions, body: unknown) {
  if (isObject(body)) rejectHidden(fields, permissions, body.set)
  return parse(bulkChangeSchema(fields, permissions), body)
}

function rejectHidden(fields: Fields, permissions: Permissions, values: unknown): void {
  if (!isObject(values)) return
  const sent = [...listHidden(fields, permissions)].find((name) => values[name] !== undefined)
  if (sent) throw forbiddenField(sent, fields[sent]?.label ?? sent)
}

function parse<Output>(schema: z.ZodType<Output>, body: unknown): Output {
  const result = schema.safeParse(body)
  if (!result.success) throw badInput(result.error)
  return result.data
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
