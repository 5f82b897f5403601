/** The API paths of every sort, filter and search of the loads list. */
import { addDays, type Day } from '#core/calendar.ts'
import { allColumns } from '#core/entities/entity.ts'
import { loads } from '#core/entities/loads.ts'
import { listFilters, type ListFilter } from '#core/lists/filters.ts'
import type { Account, Bench } from './bench.ts'

/** The path may differ between accounts, because each has its own trucks. */
export type Case = { name: string; path: (account: Account) => string }

const PAGE = '/api/loads?limit=50&counted=no'

export const defaultPage: Case = { name: 'default order', path: () => PAGE }

const COMMON_SORTS = [
  ...['loadId', 'truckId', 'driverId', 'brokerId', 'revenue', 'miles'],
  ...['pickupDate', 'deliveryDate', 'settlementDate'],
  ...['deliveryStatus', 'paymentStatus', 'bolStatus'],
]

const columns = allColumns(loads).map(({ fields: [name] }) => name)

export const commonSorts = sortCases(columns.filter((name) => COMMON_SORTS.includes(name)))
export const otherSorts = sortCases(columns.filter((name) => !COMMON_SORTS.includes(name)))

function sortCases(names: string[]): Case[] {
  return names.flatMap((name) => [name, `-${name}`]).map((sort) => toCase(`sort=${sort}`))
}

/** "zqx", "zq" and "q7" match nothing. */
const WORDS = [
  ...['Dallas', 'Laredo', 'TX', 'ND', 'a', 'e', 'q', 'ny', 'zq', 'q7', 'zqx', '000500'],
  ...['Maria', 'Maria Nguyễn 1', '100', '1003', 'Dallas TX', '%', 'L-'],
]

/** Each account has one load L-1000500, and ten loads whose numbers start with L-100050. */
const LOAD_NUMBERS = ['L-1000500', 'l-1000500', 'L-100050', 'L-10005']

export const searches = WORDS.map(searchCase)
export const numberSearches = LOAD_NUMBERS.map(searchCase)

function searchCase(word: string): Case {
  return { name: `search=${word}`, path: () => `${PAGE}&search=${encodeURIComponent(word)}` }
}

function toCase(query: string): Case {
  return { name: query, path: () => `${PAGE}&${query}` }
}

/** Lists each option of a choice, one record and no record of each link, and narrow and wide ranges of dates and amounts. */
export async function filterCases({ small, large }: Bench): Promise<Case[]> {
  const links = new Map<Account, Links>()
  for (const account of [small, large]) links.set(account, await readLinks(account))
  return listFilters(loads.fields).flatMap((filter) => {
    if (filter.kind === 'link') return linkCases(filter, (account) => links.get(account) ?? {})
    const queries = {
      choice: () => choiceQueries(filter),
      day: () => dayQueries(filter, large.today),
      amount: () => amountQueries(filter),
      presence: () => [`${filter.name}=some`, `${filter.name}=none`],
    }
    return queries[filter.kind]().map(toCase)
  })
}

type Links = Record<string, number>

/** The third truck, driver and broker of an account. */
async function readLinks(account: Account): Promise<Links> {
  const entries = ['trucks', 'drivers', 'brokers'].map(async (table) => {
    const { text } = await account.get(`/api/${table}?limit=1&offset=2`)
    return [table, (JSON.parse(text) as { id: number }[])[0]?.id ?? 0] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}

function linkCases({ name, field }: ListFilter, links: (account: Account) => Links): Case[] {
  const id = (account: Account) => links(account)[field.to ?? ''] ?? 'none'
  return [
    { name: `${name}=one`, path: (account) => `${PAGE}&${name}=${id(account)}` },
    toCase(`${name}=none`),
  ]
}

function choiceQueries({ name, field }: ListFilter): string[] {
  return (field.options ?? []).map(({ value }) => `${name}=${value}`)
}

/** Lists one day, a month two years ago, a year and three years long ago, and everything before or after a day. */
function dayQueries({ name }: ListFilter, today: Day): string[] {
  const from = (days: number) => `${name}.from=${addDays(today, days)}`
  const to = (days: number) => `${name}.to=${addDays(today, days)}`
  const ranges = [[0, 0] as const, [-730, -700] as const, [-1600, -1235] as const]
  return [
    ...[...ranges, [-1700, -605] as const].map(([first, last]) => `${from(first)}&${to(last)}`),
    ...[to(-1400), to(-30), from(-1400), from(30)],
  ]
}

function amountQueries({ name }: ListFilter): string[] {
  return [`${name}.from=1000&${name}.to=1010`, `${name}.from=5000`, `${name}.to=1`]
}

/** Combines two filters, or a filter with a search or a common sort. */
export function combinedCases({ large }: Bench): Case[] {
  const { old, month, some } = combinedFilters(large.today)
  const sorts = ['sort=-revenue', 'sort=-driverId', 'sort=-deliveryDate']
  return [
    ...some.flatMap((one) => [old, month].map((days) => `${one}&${days}`)),
    ...[old, month, ...some].flatMap((one) => sorts.map((sort) => `${one}&${sort}`)),
    ...['deliveryStatus=pending&paymentStatus=unpaid', 'pickupCity=Dallas&deliveryCity=Laredo'],
    ...[old, month, 'deliveryStatus=pending'].map((one) => `${one}&search=Dallas`),
  ].map(toCase)
}

export function combinedOtherSorts({ large }: Bench): Case[] {
  const { old, month, some } = combinedFilters(large.today)
  return [old, month, ...some].map((query) => toCase(`${query}&sort=pickupCity`))
}

function combinedFilters(today: Day) {
  return {
    old: `pickupDate.to=${addDays(today, -1400)}`,
    month: `deliveryDate.from=${addDays(today, -730)}&deliveryDate.to=${addDays(today, -700)}`,
    some: [
      ...['deliveryStatus=pending', 'deliveryStatus=delivered', 'truckId=none', 'driver2Id=none'],
      ...['revenue.from=1000&revenue.to=1010', 'weight.from=5000', 'pickupCity=Dallas'],
    ],
  }
}
