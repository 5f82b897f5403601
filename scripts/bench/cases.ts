/** Every sort, filter and search that the list of loads offers, as addresses of the API. */
import { addDays, type Day } from '#core/calendar.ts'
import { allColumns } from '#core/entities/entity.ts'
import { loads } from '#core/entities/loads.ts'
import { listFilters, type ListFilter } from '#core/lists/filters.ts'
import type { Bench, Person } from './bench.ts'

/** `of` may differ from one account to another: each has its own trucks. */
export type Case = { name: string; of: (person: Person) => string }

const PAGE = '/api/loads?limit=50&counted=no'

export const defaultPage: Case = { name: 'default order', of: () => PAGE }

export const sorts: Case[] = allColumns(loads).flatMap(({ fields: [name] }) =>
  [name, `-${name}`].map((sort) => ({ name: `sort=${sort}`, of: () => `${PAGE}&sort=${sort}` })),
)

/** "zqx" is nowhere, "zq" and "q7" neither; "L-1000500" is one load of each account. */
const WORDS = [
  ...[
    'Dallas',
    'Laredo',
    'TX',
    'ND',
    'a',
    'e',
    'q',
    'ny',
    'zq',
    'q7',
    'zqx',
    'L-1000500',
    '000500',
  ],
  ...['Maria', 'Maria Nguyễn 1', '100', '1003', 'Dallas TX', '%', 'L-'],
]

export const searches: Case[] = WORDS.map((word) => ({
  name: `search=${word}`,
  of: () => `${PAGE}&search=${encodeURIComponent(word)}`,
}))

/** The middle of the list is the farthest from both of its ends. */
export const middlePage: Case = {
  name: 'middle page',
  of: ({ loads }) => `${PAGE}&offset=${loads / 2}`,
}

/** Each option of a choice, one record of each link and none, and of days and amounts a narrow and a wide part. */
export async function filtersFor({ today, small, large }: Bench): Promise<Case[]> {
  const links = new Map<Person, Links>()
  for (const person of [small, large]) links.set(person, await linksOf(person))
  return listFilters(loads.fields).flatMap((filter) => {
    if (filter.kind === 'link') return linkCases(filter, (person) => links.get(person) ?? {})
    const texts = { choice: choices, day: () => days(filter, today), amount: amounts }[filter.kind]
    return texts(filter).map((text) => ({ name: text, of: () => `${PAGE}&${text}` }))
  })
}

type Links = Record<string, number>

/** The third truck, driver and broker of an account. */
async function linksOf(person: Person): Promise<Links> {
  const entries = ['trucks', 'drivers', 'brokers'].map(async (table) => {
    const { text } = await person.get(`/api/${table}?limit=1&offset=2`)
    return [table, (JSON.parse(text) as { id: number }[])[0]?.id ?? 0] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}

function linkCases({ name, field }: ListFilter, of: (person: Person) => Links): Case[] {
  const one = (person: Person) => `${PAGE}&${name}=${of(person)[field.to ?? ''] ?? 'none'}`
  return [
    { name: `${name}=one`, of: one },
    { name: `${name}=none`, of: () => `${PAGE}&${name}=none` },
  ]
}

function choices({ name, field }: ListFilter): string[] {
  return (field.options ?? []).map(({ value }) => `${name}=${value}`)
}

/** A day of now, a month two years ago, a year of long ago, three years, and all before or after a day. */
function days({ name }: ListFilter, today: Day): string[] {
  const parts = [[0, 0] as const, [-730, -700] as const, [-1600, -1235] as const]
  const from = (day: number) => `${name}.from=${addDays(today, day)}`
  const to = (day: number) => `${name}.to=${addDays(today, day)}`
  return [
    ...[...parts, [-1700, -605] as const].map(([first, last]) => `${from(first)}&${to(last)}`),
    ...[to(-1400), to(-30), from(-1400), from(30)],
  ]
}

/** Several filters at once, and filters with an order: each with the other is another question to the database. */
export function together({ today }: Bench): Case[] {
  const old = `pickupDate.to=${addDays(today, -1400)}`
  const month = `deliveryDate.from=${addDays(today, -730)}&deliveryDate.to=${addDays(today, -700)}`
  const some = [
    ...['deliveryStatus=pending', 'deliveryStatus=delivered', 'truckId=none', 'driver2Id=none'],
    ...['revenue.from=1000&revenue.to=1010', 'weight.from=5000', 'pickupCity=Dallas'],
  ]
  const orders = ['sort=-revenue', 'sort=pickupCity', 'sort=-driverId', 'sort=-deliveryDate']
  const texts = [
    ...some.flatMap((one) => [old, month].map((days) => `${one}&${days}`)),
    ...[old, month, ...some].flatMap((one) => orders.map((order) => `${one}&${order}`)),
    ...['deliveryStatus=pending&paymentStatus=unpaid', 'pickupCity=Dallas&deliveryCity=Laredo'],
    ...[old, month, 'deliveryStatus=pending'].map((one) => `${one}&search=Dallas`),
  ]
  return texts.map((text) => ({ name: text, of: () => `${PAGE}&${text}` }))
}

function amounts({ name }: ListFilter): string[] {
  return [`${name}.from=1000&${name}.to=1010`, `${name}.from=5000`, `${name}.to=1`]
}
