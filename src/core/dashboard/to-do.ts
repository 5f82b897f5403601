/** What needs to be done today: counts, each with the address of the list that shows the same records (SPEC C63). */
import { z } from 'zod'
import { NOT_SETTLED } from '#core/entities/loads.ts'
import { addDays, type Day } from '#core/calendar.ts'
import type { Permission } from '#core/team/roles.ts'
import { OWED, PENDING_BOL, UNDELIVERED } from '#core/statuses.ts'
import type { FigureValues } from './figures.ts'

/** Licenses that expire within this many days need to be renewed. As in the view Expiring Licenses. */
const LICENSE_DAYS = 30
/** Brokers pay within this many days of the delivery. */
const PAYMENT_DAYS = 30

/** The latest expiration of a license that needs to be renewed. */
export function lastExpiringDay(today: Day): Day {
  return addDays(today, LICENSE_DAYS)
}

/** The latest delivery of a load whose payment is late. */
export function lastOverdueDay(today: Day): Day {
  return addDays(today, -PAYMENT_DAYS - 1)
}

/** In the order of a week: paperwork, settlements, payments. `seenBy`: who sees the count and opens its list. */
const KINDS = {
  withoutTruck: {
    seenBy: 'office',
    one: 'load without a truck',
    many: 'loads without a truck',
    address: () => `/loads?truckId=none&deliveryStatus=${UNDELIVERED.join(',')}`,
  },
  withoutBol: {
    seenBy: 'office',
    one: 'delivered load without a BOL',
    many: 'delivered loads without a BOL',
    address: () => `/loads?deliveryStatus=delivered&bolStatus=${PENDING_BOL.join(',')}`,
  },
  notSettled: {
    seenBy: 'office',
    one: 'delivered load not on a settlement',
    many: 'delivered loads not on a settlement',
    address: () => `/loads?${NOT_SETTLED}`,
  },
  toPrepare: {
    seenBy: 'settlements',
    one: 'settlement to prepare',
    many: 'settlements to prepare',
    address: () => '/settlements/run',
  },
  drafts: {
    seenBy: 'settlements',
    one: 'settlement to approve',
    many: 'settlements to approve',
    // The settlement run shows one week.
    address: () => '/settlements/statements?status=pending&holdReason=none',
  },
  held: {
    seenBy: 'settlements',
    one: 'settlement on hold',
    many: 'settlements on hold',
    address: () => '/settlements/statements?status=pending&holdReason=some',
  },
  statementsToPay: {
    seenBy: 'settlements',
    one: 'statement to pay',
    many: 'statements to pay',
    address: () => '/settlements/statements?status=approved',
  },
  overdue: {
    seenBy: 'office',
    one: `load unpaid for more than ${PAYMENT_DAYS} days`,
    many: `loads unpaid for more than ${PAYMENT_DAYS} days`,
    address: (today: Day) =>
      `/loads?paymentStatus=${OWED.join(',')}&deliveryDate.to=${lastOverdueDay(today)}`,
  },
  expiringLicenses: {
    seenBy: 'office',
    one: 'driver with an expired or expiring license',
    many: 'drivers with an expired or expiring license',
    address: (today: Day) =>
      `/drivers?status=active&licenseExpiration.to=${lastExpiringDay(today)}&sort=licenseExpiration`,
  },
} as const

type ToDoName = keyof typeof KINDS

/** How many records of each kind need work. */
export const toDoFigures = Object.fromEntries(
  Object.entries(KINDS).map(([name, { seenBy }]) => [name, { seenBy, of: z.int() }]),
) as Record<ToDoName, { seenBy: Permission; of: z.ZodInt }>

export type ToDo = FigureValues<typeof toDoFigures>

/** "3 settlements to approve": the count, what it counts, and the address of the list. */
export type ToDoItem = { name: ToDoName; count: number; label: string; address: string }

/** The kinds with at least one record. */
export function listToDo(toDo: ToDo, today: Day): ToDoItem[] {
  const names = Object.keys(KINDS) as ToDoName[]
  return names
    .filter((name) => toDo[name] > 0)
    .map((name) => {
      const { one, many, address } = KINDS[name]
      const count = toDo[name]
      return { name, count, label: count === 1 ? one : many, address: address(today) }
    })
}
