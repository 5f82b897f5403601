/** Which truck made a purchase: the holder of the card on that day, the printed unit, then the plate. Never the driver's name alone (SPEC C564). */
import { SERIAL } from '#core/fields/number-keys.ts'
import type { Day } from '#core/calendar.ts'
import type { CardPurchase } from './purchases.ts'

/** What the account knows of its cards and trucks. */
export type Holders = {
  cards: readonly {
    provider: string
    kind: CardPurchase['cardKind']
    number: string
    truckId: number | null
    driverId: number | null
    startsOn: Day
    endsOn: Day | null
  }[]
  trucks: readonly { id: number; number: string; plate: string | null }[]
}

type Printed = Pick<CardPurchase, 'card' | 'cardKind' | 'day'> & {
  provider: string
  unit: string | null
}

export type FoundTruck = {
  truckId: number | null
  driverId: number | null
  foundBy: 'card' | 'unit' | 'plate' | null
}

/** The numbers are folded once for a file of thousands of rows. */
export function openHolders({ cards, trucks }: Holders): (purchase: Printed) => FoundTruck {
  const byCard = Map.groupBy(cards, (card) => cardKey(card.provider, card.kind, card.number))
  const byBare = Map.groupBy(cards, (card) => bareKey(card.provider, card.kind, card.number))
  const byNumber = Map.groupBy(trucks, ({ number }) => number.trim().toUpperCase())
  const byUnit = Map.groupBy(trucks, ({ number }) => unitKey(number))
  const byPlate = Map.groupBy(
    trucks.filter(({ plate }) => plate?.trim()),
    ({ plate }) => SERIAL.of(plate ?? ''),
  )

  /** Spreadsheets drop leading zeros: 541 is card 0541, unless there is another card with that end. */
  function findRows({ provider, cardKind, card }: Printed): Holders['cards'] {
    const exact = byCard.get(cardKey(provider, cardKind, card))
    if (exact) return exact
    const alike = byBare.get(bareKey(provider, cardKind, card)) ?? []
    return new Set(alike.map(({ number }) => SERIAL.of(number))).size === 1 ? alike : []
  }

  function findByUnit(unit: string): number | null {
    if (unitKey(unit) === '') return null
    // Of trucks 701 and 0701 the one that is written like the unit; else nobody can tell.
    return only(byNumber.get(unit.trim().toUpperCase())) ?? only(byUnit.get(unitKey(unit)))
  }

  return (printed) => {
    const { card, cardKind, day, unit } = printed
    const rows = card ? findRows(printed) : []
    const holder = rows.find(
      ({ startsOn, endsOn }) => startsOn <= day && (endsOn === null || endsOn >= day),
    )
    const driverId = holder?.driverId ?? null
    if (holder?.truckId) return { truckId: holder.truckId, driverId, foundBy: 'card' }
    const byPrinted = findByUnit(unit ?? '')
    if (byPrinted !== null) return { truckId: byPrinted, driverId, foundBy: 'unit' }
    const byTag = cardKind === 'plate' ? only(byPlate.get(SERIAL.of(card))) : null
    return { truckId: byTag, driverId, foundBy: byTag === null ? null : 'plate' }
  }
}

function only(trucks: readonly { id: number }[] = []): number | null {
  return trucks.length === 1 ? (trucks[0]?.id ?? null) : null
}

function cardKey(provider: string, kind: string, number: string): string {
  return [provider, kind, SERIAL.of(number)].join('\t')
}

function bareKey(provider: string, kind: string, number: string): string {
  return [provider, kind, SERIAL.of(number).replace(/^0+/, '')].join('\t')
}

/** "0701" and "Truck 701" are "701"; "12A" is not "12". Blank for a unit without letters and digits, and for "000". */
export function unitKey(unit: string): string {
  return unit
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
    .replace(/^(?:TRUCK|UNIT)(?=\d)/, '')
    .replace(/^0+/, '')
}
