import { everyEntity } from '#core/entities/entities.ts'

/** The path of every screen. */
export const SCREENS = [
  '/',
  ...everyEntity.map(({ name }) => `/${name}`),
  '/settlements',
  '/settlements/history',
  '/settlements/run',
  '/settlements/statements',
  '/settlements/year',
  '/settings',
  '/audit',
  '/help',
  '/help/friday',
]
