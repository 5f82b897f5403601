/** The dashboard, and a settlement's dates and figures for one truck. */
import type { Bench, Person, Row } from './bench.ts'
import { inTurns, ms, ratio } from './measure.ts'

export async function dashboardRows(bench: Bench): Promise<Row[]> {
  const path = `/api/dashboard?today=${bench.today}`
  return [await comparison(bench, 'dashboard', 3, () => Promise.resolve([path]))]
}

export async function settlementRows(bench: Bench): Promise<Row[]> {
  const of = (person: Person) => pathsOfTruck(bench, person)
  return [await comparison(bench, 'settlement’s dates and figures for one truck', 2, of)]
}

/** The dates, and the preview of the date that is paid next. */
async function pathsOfTruck({ today }: Bench, person: Person): Promise<string[]> {
  const { text } = await person.get('/api/trucks?limit=1&offset=2')
  const [truck] = JSON.parse(text) as { id: number }[]
  const dates = `/api/trucks/${truck?.id}/settlement-dates`
  const [next] = JSON.parse((await person.get(dates)).text) as string[]
  const place = `truckId=${truck?.id}&settlementDate=${next}`
  return [dates, `/api/settlements/preview?${place}&today=${today}`]
}

async function comparison(
  { small, large }: Bench,
  what: string,
  goal: number,
  pathsOf: (person: Person) => Promise<string[]>,
): Promise<Row> {
  const works = [small, large].map(async (person) => {
    const paths = await pathsOf(person)
    return () => Promise.all(paths.map((path) => person.get(path)))
  })
  const [atSmall = NaN, atLarge = NaN] = await inTurns(await Promise.all(works))
  return {
    what,
    as: 'p50 at 1,000,000 ÷ at 1,000',
    goal: `≤ ${goal}`,
    figure: ratio(atLarge / atSmall),
    met: atLarge / atSmall <= goal,
    raw: `${ms(atLarge)} ÷ ${ms(atSmall)}`,
  }
}
