/** Compares every billing screen between an account with 50,000 invoices and one with only the newest 500 of them. */
import type { Account, Bench, Row } from '#scripts/bench/bench.ts'
import { formatMs, formatRatio, measureInTurns } from '#scripts/bench/measure.ts'
import { findBacklog, findKnown, SCREENS, type KnownRecords, type Screen } from './cases.ts'

const GOAL = 3

/** The limit in milliseconds for lists that show up to 1,000 records of a backlog. */
const BACKLOG_GOAL_MS = 500
const BACKLOG_SCREENS = [
  'loads to bill, with the counts of the tabs',
  'Receive Payment of a broker',
  'Receive Payment, an invoice found by number',
  'page of a broker',
  'statement of account of 60 days as PDF',
  'invoices that need attention',
  'aging today',
  'palette: a search',
]

export async function measureBilling({
  fewInvoices,
  manyInvoices,
  backlog,
}: Bench): Promise<Row[]> {
  const accounts = [fewInvoices, manyInvoices] as const
  const known = await Promise.all(accounts.map(findKnown))
  const measured = []
  for (const screen of SCREENS) measured.push(await compare(screen, accounts, known))
  const worst = measured.toSorted((one, other) => other.ratio - one.ratio)
  const [first] = worst
  const missed = worst.filter(({ ratio }) => ratio > GOAL)
  return [
    {
      name: `every billing screen (${worst.length})`,
      method: 'p50 at 50,000 invoices ÷ at 500: the highest ratio',
      goal: `≤ ${GOAL}`,
      result: formatRatio(first?.ratio ?? NaN),
      met: !missed.length,
      raw: `${first?.text}; ${missed.length} over the goal`,
      details: worst.map(({ text }) => text),
    },
    await measureBacklog(backlog),
  ]
}

/** Measures the screens of an account with 5,000 loads to bill, and a broker with about 3,000 open invoices. */
async function measureBacklog(account: Account): Promise<Row> {
  const known = await findBacklog(account)
  const measured = []
  for (const { name, paths } of SCREENS.filter((screen) => BACKLOG_SCREENS.includes(screen.name))) {
    const own = paths(known)
    const task = () => Promise.all(own.map((path) => account.get(path)))
    const [ms = NaN] = await measureInTurns([task])
    measured.push({ ms, text: `${name}: ${formatMs(ms)}` })
  }
  const slowest = measured.toSorted((one, other) => other.ms - one.ms)
  const missed = slowest.filter(({ ms }) => ms > BACKLOG_GOAL_MS)
  return {
    name: `billing screens of a backlog (${slowest.length})`,
    method: '5,000 loads to bill, a broker with 3,000 open invoices: the slowest',
    goal: `≤ ${BACKLOG_GOAL_MS} ms`,
    result: formatMs(slowest[0]?.ms ?? NaN),
    met: !missed.length,
    raw: `${slowest[0]?.text}; ${missed.length} over the goal`,
    details: slowest.map(({ text }) => text),
  }
}

async function compare(
  { name, paths }: Screen,
  accounts: readonly Account[],
  known: readonly KnownRecords[],
) {
  const tasks = accounts.map((account, at) => {
    const own = paths(known[at] as KnownRecords)
    return () => Promise.all(own.map((path) => account.get(path)))
  })
  const [few = NaN, many = NaN] = await measureInTurns(tasks)
  const ratio = many / few
  return {
    ratio,
    text: `${name}: ${formatRatio(ratio)} (${formatMs(many)} ÷ ${formatMs(few)})`,
  }
}
