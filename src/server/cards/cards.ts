/** Who had a card on which day (SPEC C528). */
import { sql } from 'kysely'
import { SERIAL } from '#core/fields/number-keys.ts'
import {
  askToEnd,
  cardMessages,
  lastDayBefore,
  type CardBefore,
  type CardRow,
} from '#core/cards/cards.ts'
import { cardTables } from '#core/cards/tables.ts'
import type { Work } from '#server/database/open.ts'
import { NEXT_VERSION_SQL } from '#server/database/values.ts'
import { rowList, type RowToSave } from '#server/entities/listed-rows.ts'
import { askToConfirm, badField, RequestError } from '#server/errors.ts'

export const cardAccountList = rowList('card_accounts', cardTables.card_accounts)
export const cardList = rowList('cards', cardTables.cards, { newest: 'startsOn' })

/**
 * Throws 400 at the field, and 409 for days on which somebody else has the card. If both rows are open, it asks whether to end it the
 * day before, and does that once it is confirmed.
 */
export async function checkCard(work: Work, row: RowToSave<CardRow>): Promise<void> {
  const { userId, values, confirmed } = row
  const { startsOn, endsOn, truckId, driverId } = values
  if (endsOn !== null && endsOn < startsOn) throw badField('endsOn', cardMessages.endsEarly)
  if (truckId === null && driverId === null) throw badField('truckId', cardMessages.nobody)
  const [before, ...others] = await readOverlapping(work, row)
  if (!before) return
  // After the end of a row with an end, nobody would have the card that the open row had.
  const isOpen =
    endsOn === null && before.endsOn === null && before.startsOn < startsOn && !others.length
  if (!isOpen)
    throw new RequestError(409, cardMessages.overlap, {
      fields: { startsOn: [cardMessages.overlap] },
    })
  if (!confirmed.includes('startsOn')) throw askToConfirm('startsOn', askToEnd(values, before))
  await sql`update cards set ends_on = ${lastDayBefore(startsOn)}, ${NEXT_VERSION_SQL}
    where user_id = ${userId} and id = ${before.id}`.execute(work)
}

/** The rows of the same card on the days of `row`, besides itself. */
async function readOverlapping(
  work: Work,
  { userId, id, values }: RowToSave<CardRow>,
): Promise<CardBefore[]> {
  const { provider, kind, number, startsOn, endsOn } = values
  const { rows } = await sql<CardBefore>`
    select card.id, card.starts_on, card.ends_on, truck.truck_id as truck, driver.name as driver from cards as card
      left join trucks as truck on truck.user_id = ${userId} and truck.id = card.truck_id
      left join drivers as driver on driver.user_id = ${userId} and driver.id = card.driver_id
    where card.user_id = ${userId} and card.provider = ${provider} and card.kind = ${kind}
      and serial_key(card.number) = ${SERIAL.of(number)} and card.id is distinct from ${id}::bigint
      and card.starts_on <= coalesce(${endsOn}::date, 'infinity') and coalesce(card.ends_on, 'infinity') >= ${startsOn}::date
    order by card.starts_on for no key update of card`.execute(work)
  return rows
}
