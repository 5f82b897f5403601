/** A list or a form without the fields that a member's role hides (SPEC C82). */
import { defaultColumns, type Entity, type View } from '#core/entities/entity.ts'
import type { Field, Fields } from '#core/fields/field.ts'
import type { Permission } from './roles.ts'

type Permissions = ReadonlySet<Permission>
type Hideable = Pick<Entity, 'fields'> & Partial<Pick<Entity, 'columns' | 'views' | 'totals'>>

export function canSeeField({ seenBy }: Pick<Field, 'seenBy'>, permissions: Permissions): boolean {
  return seenBy === undefined || permissions.has(seenBy)
}

/** Drops hidden fields, and the columns, views and totals that need one. Returns the same object if nothing is hidden. */
export function hideFields<Listing extends Hideable>(
  listing: Listing,
  permissions: Permissions,
): Listing {
  const hidden = listHidden(listing.fields, permissions)
  if (!hidden.size) return listing
  const { columns, views, totals } = listing
  return {
    ...listing,
    fields: without(listing.fields, hidden),
    ...(columns && { columns: visibleColumns({ ...listing, columns }, hidden) }),
    ...(views && { views: views.filter((view) => !needsField(view, hidden)) }),
    ...(totals && { totals: without(totals, hidden) }),
  }
}

/** True if the view has no hidden field in its filters, order and columns. */
export function canSeeView(
  { fields }: Pick<Entity, 'fields'>,
  view: View,
  permissions: Permissions,
): boolean {
  return !needsField(view, listHidden(fields, permissions))
}

/** The names of the fields that a member does not see. */
export function listHidden(fields: Fields, permissions: Permissions): ReadonlySet<string> {
  const hidden = Object.entries(fields).filter(([, field]) => !canSeeField(field, permissions))
  return new Set(hidden.map(([name]) => name))
}

function without<Value>(values: Record<string, Value>, hidden: ReadonlySet<string>) {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !hidden.has(name)))
}

function visibleColumns(
  listing: Pick<Entity, 'fields' | 'columns'>,
  hidden: ReadonlySet<string>,
): Entity['columns'] {
  const shown = defaultColumns(listing).filter(
    ({ fields }) => !fields.some((name) => hidden.has(name)),
  )
  return shown.map(({ second, ...column }) => ({
    ...column,
    ...(second && !('field' in second && hidden.has(second.field)) && { second }),
  }))
}

/** The parameters of an address name fields: "revenue.from=100&sort=-revenue&columns=loadId%2Crevenue". */
function needsField({ address }: View, hidden: ReadonlySet<string>): boolean {
  return address.split('&').some((parameter) => {
    const [name = '', value = ''] = parameter.split('=')
    if (name === 'sort') return hidden.has(value.replace(/^-/, ''))
    if (name === 'columns') return value.split(/,|%2C/).some((column) => hidden.has(column))
    return hidden.has(name.replace(/\.(from|to)$/, ''))
  })
}
