/** Compares settlement run, drift and year of an account with 250,000 frozen statements and one with 1,000. */
import type { Account, Bench, Row } from './bench.ts'
import { formatMs, formatRatio, measureInTurns } from './measure.ts'

const GOAL = 3
/** Has one load that changed after its statement. */
const TRUCK = '1003'

export async function measureHistory(bench: Bench): Promise<Row[]> {
  const year = bench.history.today.slice(0, 4)
  return [
    await compare(bench, 'settlement run of a week', ({ today }) => `run?today=${today}`),
    await compareTruck(bench),
    await compare(bench, 'year of every payee', () => `year?year=${year}`, '"reported"'),
  ]
}

async function compareTruck(bench: Bench): Promise<Row> {
  const ids = new Map<Account, number>()
  for (const account of [bench.recent, bench.history]) {
    const { text } = await account.get(`/api/trucks?truckId=${TRUCK}`)
    ids.set(account, (JSON.parse(text) as { id: number }[])[0]?.id ?? 0)
  }
  return compare(bench, 'drift of a truck', (account) => `drift?truckId=${ids.get(account)}`)
}

async function compare(
  { recent, history }: Bench,
  name: string,
  path: (account: Account) => string,
  counted = '"settlementDate"',
): Promise<Row> {
  const requests = [recent, history].map(
    (account) => () => account.get(`/api/settlements/${path(account)}`),
  )
  const [few, many] = await Promise.all(
    requests.map(async (ask) => count((await ask()).text, counted)),
  )
  if (few !== many || !few) throw new Error(`${name}: ${few} and ${many} of ${counted}`)
  const [atFew = NaN, atMany = NaN] = await measureInTurns(requests)
  return {
    name,
    method: 'p50 at 250,000 frozen statements ÷ at 1,000',
    goal: `≤ ${GOAL}`,
    result: formatRatio(atMany / atFew),
    met: atMany / atFew <= GOAL,
    raw: `${formatMs(atMany)} ÷ ${formatMs(atFew)}`,
  }
}

/** How often a field is in a response: both accounts must return the same number. */
function count(text: string, field: string): number {
  return text.split(field).length - 1
}
