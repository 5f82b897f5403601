import { brokers } from './brokers.ts'
import { dispatchers } from './dispatchers.ts'
import { drivers } from './drivers.ts'
import { loads } from './loads.ts'
import { owners } from './owners.ts'
import { trailers } from './trailers.ts'
import { trucks } from './trucks.ts'
import type { Entity } from './entity.ts'
import type { EntityName } from '#core/fields/field.ts'

export const entities = { drivers, owners, trucks, trailers, brokers, dispatchers, loads }

/** All entities, for the generic store, routes and screens. */
export const everyEntity: readonly Entity[] = Object.values(entities) as unknown as Entity[]

export function getEntity(name: EntityName): Entity {
  return entities[name] as unknown as Entity
}
