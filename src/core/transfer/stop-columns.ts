/** Which stop a column is about, and which of its facts, where only the order of the titles or the cells show it (SPEC C434, C517). */
import { LEAP_YEAR, readSerialDay, readTypedDay, readYearlessDay } from '#core/calendar.ts'
import type { Entity } from '#core/entities/entity.ts'
import { parsePlace } from './places.ts'
import { knownTitles } from './titles.ts'

/** City, State, City, State: of a title that the file has twice, the first is of the pickup, the second of the delivery (SPEC C434). */
export function findOfPair(
  titles: readonly string[],
  index: number,
  { name }: Pick<Entity, 'name'>,
): string | undefined {
  const [known = ''] = knownTitles(titles[index] ?? '')
  const pair = name === 'loads' ? PAIRS[known] : undefined
  if (!pair) return undefined
  const equal = titles.flatMap((title, at) => (knownTitles(title)[0] === known ? [at] : []))
  return equal.length === 2 ? pair[equal.indexOf(index)] : undefined
}

const PAIRS: Readonly<Record<string, readonly [pickup: string, delivery: string]>> = {
  city: ['pickupCity', 'deliveryCity'],
  state: ['pickupState', 'deliveryState'],
  zip: ['pickupZip', 'deliveryZip'],
  date: ['pickupDate', 'deliveryDate'],
  time: ['pickupTime', 'deliveryTime'],
  appt: ['pickupTime', 'deliveryTime'],
  appointment: ['pickupTime', 'deliveryTime'],
  citystate: ['pickupPlace', 'deliveryPlace'],
  citystatezip: ['pickupPlace', 'deliveryPlace'],
  location: ['pickupPlace', 'deliveryPlace'],
}

/** A column "Pickup" or "Delivery" is the day or the place if all of its cells are (SPEC C434). */
export function findByCells(
  title: string,
  { name }: Pick<Entity, 'name'>,
  cells: readonly string[],
): string | undefined {
  const [stop = ''] = knownTitles(title)
  if (name !== 'loads' || !['pickup', 'delivery'].includes(stop) || !cells.length) return undefined
  if (cells.every((cell) => parsePlace(cell) !== null)) return `${stop}Place`
  const isDay = (cell: string) =>
    readTypedDay(cell) ??
    readTypedDay(cell, 'dmy') ??
    readSerialDay(cell) ??
    readYearlessDay(cell, 'mdy', LEAP_YEAR)
  return cells.every(isDay) ? `${stop}Date` : undefined
}

/** "Origin" left of "State" is the city of the pickup, if its cells have no digits. "Shipper" is a company. */
export function findCity(
  title: string,
  next: string,
  cells: readonly string[],
): string | undefined {
  const [stop = ''] = knownTitles(title)
  const isPlace = /^\W*(?:orig(?:in)?|from|dest(?:ination)?|to)\W*$/i.test(title)
  if (!isPlace || knownTitles(next)[0] !== 'state' || !cells.length) return undefined
  return cells.every((cell) => /^\p{L}[^\d,]*$/u.test(cell)) ? `${stop}City` : undefined
}
