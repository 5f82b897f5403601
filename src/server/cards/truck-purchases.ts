/** Card purchases of trucks with what decides whose they are (SPEC C573). `settlements` makes lines of them. */
import { sql, type RawBuilder } from 'kysely'
import type { Day, Period } from '#core/calendar.ts'
import type { LeaseTerm } from '#core/fleet/lease-terms.ts'
import type { Amount } from '#core/money.ts'
import type { TruckPurchase } from '#core/settlements/cards/place-purchase.ts'
import type { Database, Work } from '#server/database/open.ts'
import { NEXT_VERSION_SQL } from '#server/database/values.ts'
import { readLeaseDefaults } from '#server/fleet/lease-defaults.ts'

/** `defaults`: what the account charges back where a lease says nothing. */
export type ChargedPurchases = { purchases: TruckPurchase[]; defaults: LeaseTerm[] }

/** A purchase that is on no settlement. `isOff`: a person took it off. */
export type UnchargedPurchase = TruckPurchase & { driverId: number | null; isOff: boolean }

/** `truckIds`: all trucks if left out. `until`: the last day that counts. */
type OpenOf = { truckIds?: readonly number[]; until: Day }

/**
 * The purchases that are on no settlement. Left out: unknown truck, ignored, in conflict, taken off, and of trucks that never had an
 * owner, a lease or a settlement of an owner. Oldest first.
 */
export function readOpenPurchases(
  work: Database | Work,
  userId: string,
  { truckIds, until }: OpenOf,
): Promise<ChargedPurchases> {
  return readPurchases(
    work,
    userId,
    sql`${isOfTrucks(truckIds)} and ${countsOn(userId, 'bought')} <= ${until} and bought.conflict is null and bought.off_reason is null
      and ${isUncharged(userId)} and ${hadOwner(userId)}`,
  )
}

/** The purchases of a period that are on no settlement, also those that were taken off. Of trucks that never had an owner: `readCompanyPurchases`. */
export async function readUncharged(
  work: Database | Work,
  userId: string,
  { from, to }: Period,
): Promise<{ purchases: UnchargedPurchase[]; defaults: LeaseTerm[] }> {
  const ofPeriod = sql`bought.day between ${from} and ${to}`
  return readPurchases(
    work,
    userId,
    sql`${ofPeriod} and ${isUncharged(userId)} and ${hadOwner(userId)}`,
  )
}

/** What the cards of a truck bought, by driver. `net`: what the card company was paid. */
export type CompanyPurchases = {
  day: Day
  truckId: number
  driverId: number | null
  count: number
  net: Amount
}

/** The purchases of a period, of trucks that never had an owner: they are the carrier's cost. `day`: the last one. */
export async function readCompanyPurchases(
  work: Database | Work,
  userId: string,
  { from, to }: Period,
): Promise<CompanyPurchases[]> {
  const { rows } = await sql<CompanyPurchases>`
    select max(bought.day) as day, bought.truck_id, bought.driver_id, count(*)::int as count, sum(bought.net) as net
    from card_purchases as bought join trucks on trucks.user_id = ${userId} and trucks.id = bought.truck_id
    where bought.user_id = ${userId} and bought.day between ${from} and ${to} and ${isUncharged(userId)}
      and not ${hadOwner(userId)}
    group by bought.truck_id, bought.driver_id`.execute(work)
  return rows
}

/** All trucks if left out. */
function isOfTrucks(truckIds: OpenOf['truckIds']) {
  return truckIds ? sql`bought.truck_id = any(${[...truckIds]}::bigint[])` : sql`true`
}

/** Not ignored, and on no settlement that is not void. */
function isUncharged(userId: string) {
  return sql`bought.ignored is null and not exists (select from expenses as line where line.user_id = ${userId}
    and line.card_purchase_id = bought.id and not line.voided)`
}

/** The row of `trucks` has, or had, an owner, a lease or a settlement of an owner. */
export function hadOwner(userId: string): RawBuilder<unknown> {
  return sql`(trucks.owner_id is not null
    or exists (select from leases where leases.user_id = ${userId} and leases.truck_id = trucks.id)
    or exists (select from billing where billing.user_id = ${userId} and billing.truck_id = trucks.id
      and billing.owner_id is not null))`
}

/** How many purchases up to a day nobody can charge yet: their truck is not known, or a later file has other figures. */
export async function countUnready(
  work: Database | Work,
  userId: string,
  { truckIds, until }: OpenOf,
): Promise<{ withoutTruck: number; inConflict: number }> {
  const { rows } = await sql<{ withoutTruck: number; inConflict: number }>`
    select count(*) filter (where truck_id is null) as without_truck,
      count(*) filter (where truck_id is not null) as in_conflict
    from card_purchases as bought where bought.user_id = ${userId} and ${countsOn(userId, 'bought')} <= ${until} and ${isOfTrucks(truckIds)}
      and (bought.truck_id is null or bought.conflict is not null) and bought.off_reason is null and ${isUncharged(userId)}`.execute(
    work,
  )
  return rows[0] ?? { withoutTruck: 0, inConflict: 0 }
}

/** How many purchases on each settlement have other figures in a later file, and wait for a decision. */
export async function countConflictsOn(
  work: Database | Work,
  userId: string,
  billingIds: readonly number[],
): Promise<Map<number, number>> {
  if (billingIds.length === 0) return new Map()
  const { rows } = await sql<{ billingId: number; count: number }>`
    select line.billing_id, count(*)::int as count
    from expenses as line join card_purchases as bought on bought.user_id = ${userId} and bought.id = line.card_purchase_id
    where line.user_id = ${userId} and line.billing_id = any(${[...billingIds]}::bigint[]) and bought.conflict is not null
    group by line.billing_id`.execute(work)
  return new Map(rows.map(({ billingId, count }) => [billingId, count]))
}

/** A purchase that a person took off its settlement. */
export type TakenOff = Pick<
  TruckPurchase,
  'id' | 'kind' | 'day' | 'place' | 'city' | 'state' | 'retail' | 'discount'
> & { reason: string }

/** The purchases of a truck in a period that a person took off. Oldest first. */
export async function readTakenOff(
  work: Database | Work,
  userId: string,
  truckId: number,
  { from, to }: Period,
): Promise<TakenOff[]> {
  const { rows } = await sql<TakenOff>`
    select id, kind, day, place, city, state, retail, discount, off_reason as reason from card_purchases
    where user_id = ${userId} and truck_id = ${truckId} and day between ${from} and ${to} and off_reason is not null
    order by day, id`.execute(work)
  return rows
}

/** `reason`: why it is off settlements; null: it is charged again. Returns whether the truck has the purchase. */
export async function setOffReason(
  work: Work,
  userId: string,
  { id, truckId }: { id: number; truckId: number },
  reason: string | null,
): Promise<boolean> {
  const { rows } =
    await sql`update card_purchases set off_reason = ${reason}::text, ${NEXT_VERSION_SQL}
    where user_id = ${userId} and id = ${id} and truck_id = ${truckId} returning id`.execute(work)
  return rows.length > 0
}

/** The purchases with these ids. */
export function readPurchasesById(
  work: Database | Work,
  userId: string,
  ids: readonly number[],
  { inConflict = true } = {},
): Promise<ChargedPurchases> {
  const isDecided = inConflict ? sql`` : sql`and bought.conflict is null`
  return readPurchases(work, userId, sql`bought.id = any(${[...ids]}::bigint[]) ${isDecided}`)
}

/** The numbers of the trucks that are or were the owner's, by id. */
export async function readTrucksOf(
  database: Database,
  userId: string,
  ownerId: number,
): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; number: string }>`
    select id, truck_id as number from trucks where user_id = ${userId} and (owner_id = ${ownerId}
      or exists (select from leases where leases.user_id = ${userId} and leases.truck_id = trucks.id
        and leases.owner_id = ${ownerId})
      or exists (select from billing where billing.user_id = ${userId} and billing.truck_id = trucks.id
        and billing.payee = ${`owner:${ownerId}`}))`.execute(database)
  return new Map(rows.map(({ id, number }) => [id, number]))
}

/**
 * The day that counts: the posted one only if all card accounts of the provider say so (SPEC C527, C575). `bought`: the name of the
 * purchases in the statement.
 */
export function countsOn(userId: string, bought: string): RawBuilder<unknown> {
  const of = (column: string) => sql.ref(`${bought}.${column}`)
  return sql`case when (select bool_and(account.day_basis = 'posted') from card_accounts as account
      where account.user_id = ${userId} and account.provider = ${of('provider')})
    then coalesce(${of('postedOn')}, ${of('day')}) else ${of('day')} end`
}

async function readPurchases(
  work: Database | Work,
  userId: string,
  condition: RawBuilder<unknown>,
): Promise<{ purchases: UnchargedPurchase[]; defaults: LeaseTerm[] }> {
  const { rows } = await sql<UnchargedPurchase>`
    select bought.id, bought.truck_id, bought.kind, bought.day, bought.posted_on, ${countsOn(userId, 'bought')} as counts_on,
      bought.invoice, bought.place, bought.city, bought.state, bought.gallons, bought.price, bought.retail, bought.discount,
      bought.driver_id, bought.off_reason is not null as is_off,
      (select jsonb_build_object('ownerId', lease.owner_id, 'terms', lease.terms) from leases as lease
        where lease.user_id = ${userId} and lease.truck_id = bought.truck_id and lease.starts_on <= bought.day
          and coalesce(lease.ends_on, 'infinity') >= bought.day) as lease,
      trucks.owner_id
    from card_purchases as bought
      join trucks on trucks.user_id = ${userId} and trucks.id = bought.truck_id
    where bought.user_id = ${userId} and ${condition}
    order by bought.day, bought.id`.execute(work)
  const { terms: defaults } = await readLeaseDefaults(work, userId)
  return { purchases: rows, defaults }
}
