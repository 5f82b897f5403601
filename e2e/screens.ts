/** Where every screen is. */
import { everyEntity } from '#core/entities/entities.ts'

export const SCREENS = [
  '/',
  ...everyEntity.map(({ name }) => `/${name}`),
  '/settlements',
  '/settlements/history',
  '/settlements/run',
  '/settlements/year',
  '/settings',
  '/audit',
]
