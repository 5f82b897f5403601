/** The six entities by name. */
import { brokers } from './entities/brokers.ts'
import { dispatchers } from './entities/dispatchers.ts'
import { drivers } from './entities/drivers.ts'
import { loads } from './entities/loads.ts'
import { owners } from './entities/owners.ts'
import { trucks } from './entities/trucks.ts'
import type { Entity } from './entity.ts'
import type { EntityName } from './fields.ts'

export const entities = { drivers, owners, trucks, brokers, dispatchers, loads }

/** The same, as what the generic store, routes and screens work on. */
export const everyEntity: readonly Entity[] = Object.values(entities) as unknown as Entity[]

export function entityNamed(name: EntityName): Entity {
  return entities[name] as unknown as Entity
}
