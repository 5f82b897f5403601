/** Numbers and names as the import says them. */
import type { Entity } from '#core/entity.ts'

/** "1 load", "1,234 truck owners". */
export function counted({ one, title }: Entity, count: number): string {
  return `${count.toLocaleString('en-US')} ${(count === 1 ? one : title).toLowerCase()}`
}

/** "1 place", "1,234 places". */
export function places(count: number): string {
  return count === 1 ? '1 place' : `${count.toLocaleString('en-US')} places`
}
