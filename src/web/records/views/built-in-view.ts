import { getEntity } from '#core/entities/entities.ts'
import type { EntityName } from '#core/fields/field.ts'

/** The address of a built-in view (SPEC B61). Throws for an unknown name. */
export function builtInView(list: EntityName, name: string): string {
  const view = getEntity(list).views?.find((builtIn) => builtIn.name === name)
  if (!view) throw new Error(`${list} has no view "${name}"`)
  return view.address
}
