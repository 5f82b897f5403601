/** Compares the screens of settlements and Year-End between an account with 50,000 frozen statements and one with 1,000. */
import { addDays, weekOf } from '#core/calendar.ts'
import type { Account, Bench, Row } from './bench.ts'
import { formatMs, formatRatio, measureInTurns } from './measure.ts'

const GOAL = 3
/** The truck that has one load that changed after its statement. */
const TRUCK = '1003'

export async function measureHistory(bench: Bench): Promise<Row[]> {
  const year = bench.history.today.slice(0, 4)
  return [
    await compare(
      bench,
      'settlement run for a week',
      ({ today }) => `settlements/run?today=${today}`,
    ),
    await compare(
      bench,
      'weeks with open settlements',
      ({ today }) => `settlements/open-work?today=${today}`,
      '"toPrepare"',
    ),
    await compare(bench, 'page of 50 statements', () => 'statements?limit=50&counted=no'),
    await compareTruck(bench),
    await compare(bench, 'open payments of a run', pathOfOpenPayments, '"approvedOn"'),
    await compare(bench, 'page of 50 payments', () => 'payments?limit=50&counted=no', '"paidOn"'),
    await compare(bench, 'open balances', () => 'balances', '"ruleId"'),
    await compare(
      bench,
      'Year-End of all payees',
      () => `settlements/year?year=${year}`,
      '"reported"',
    ),
  ]
}

/** The statements of the week before the last are approved, but not paid yet. */
function pathOfOpenPayments({ today }: Account): string {
  const { from, to } = weekOf(addDays(today, -14), 0)
  return `payments/open?${new URLSearchParams({ from, to })}`
}

async function compareTruck(bench: Bench): Promise<Row> {
  const ids = new Map<Account, number>()
  for (const account of [bench.recent, bench.history]) {
    const { text } = await account.get(`/api/trucks?truckId=${TRUCK}`)
    ids.set(account, (JSON.parse(text) as { id: number }[])[0]?.id ?? 0)
  }
  return compare(
    bench,
    'changed loads of a truck',
    (account) => `settlements/drift?truckId=${ids.get(account)}`,
  )
}

async function compare(
  { recent, history }: Bench,
  name: string,
  path: (account: Account) => string,
  counted = '"settlementDate"',
): Promise<Row> {
  const requests = [recent, history].map((account) => () => account.get(`/api/${path(account)}`))
  const [few, many] = await Promise.all(
    requests.map(async (ask) => count((await ask()).text, counted)),
  )
  if (few !== many || !few) throw new Error(`${name}: ${few} and ${many} of ${counted}`)
  const [atFew = NaN, atMany = NaN] = await measureInTurns(requests)
  return {
    name,
    method: 'p50 at 50,000 frozen statements ÷ at 1,000',
    goal: `≤ ${GOAL}`,
    result: formatRatio(atMany / atFew),
    met: atMany / atFew <= GOAL,
    raw: `${formatMs(atMany)} ÷ ${formatMs(atFew)}`,
  }
}

/** Counts how often a field is in a response. Both accounts must return the same number. */
function count(text: string, field: string): number {
  return text.split(field).length - 1
}
