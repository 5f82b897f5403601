import { getEntity } from '#core/entities/entities.ts'
import type { EntityName } from '#core/fields/field.ts'

/** What a list's ready-made view asks for (SPEC B61). Throws where it has none of that name. */
export function builtInView(list: EntityName, name: string): string {
  const view = getEntity(list).views?.find((one) => one.name === name)
  if (!view) throw new Error(`There is no view "${name}" of ${list}`)
  return view.address
}
