/** A statement of 15 loads beside the bare PDF library, and the statements of a whole pay day as a ZIP. */
import { createRequire } from 'node:module'
import PDFDocument from 'pdfkit'
import { pdfText } from '#server/testing/pdf-text.ts'
import type { Bench, Person, Row } from './bench.ts'
import { inTurns, ms, ratio } from './measure.ts'

const GOAL = 1.5
const LOADS = 15
const TRUCK = `BENCH-${LOADS}`
const DAY = '2026-11-20'
const FONT = createRequire(import.meta.url).resolve(
  '@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf',
)

/** From asking for the statement to its last byte, reading its figures included. */
export async function statementRows({ middle, url }: Bench): Promise<Row[]> {
  const path = `/api/billing/${await settlementOf(middle)}/statement.pdf`
  const lines = await textOf(middle, new URL(path, url))
  const works = [() => middle.get(path), () => barePdf(lines)]
  const [ours = NaN, bare = NaN] = await inTurns(works)
  return [
    {
      what: `statement PDF of ${LOADS} loads`,
      as: 'ms ÷ the bare PDF library writing the same text',
      goal: `≤ ${GOAL}`,
      figure: ratio(ours / bare),
      met: ours / bare <= GOAL,
      raw: `${ms(ours)} ÷ ${ms(bare)}`,
    },
  ]
}

/** Made once, and found again by later runs. */
async function settlementOf(person: Person): Promise<number> {
  const known = await person.get(`/api/trucks?truckId=${TRUCK}`)
  const [truck] = JSON.parse(known.text) as { id: number }[]
  if (!truck) return makeSettlement(person)
  const { text } = await person.get(`/api/billing?truckId=${truck.id}`)
  return (JSON.parse(text) as { id: number }[])[0]?.id ?? 0
}

async function makeSettlement(person: Person): Promise<number> {
  const make = async (path: string, body: object) =>
    (JSON.parse((await person.send('POST', path, body)).text) as { id: number }).id
  const about = { make: 'Volvo', model: 'VNL', year: 2022 }
  const truckId = await make('/api/trucks', { truckId: TRUCK, ...about })
  for (let n = 1; n <= LOADS; n++) {
    await make('/api/loads', {
      ...{ loadId: `${TRUCK}-${n}`, truckId, revenue: `${1000 + n}.50`, miles: '780' },
      ...{ pickupCity: 'Dallas', pickupState: 'TX', pickupDate: '2026-11-16' },
      ...{ deliveryCity: 'Atlanta', deliveryState: 'GA', deliveryDate: '2026-11-18' },
      settlementDate: DAY,
    })
  }
  return make('/api/billing', { truckId, settlementDate: DAY, fuel: '812.40', insurance: '350' })
}

async function textOf({ cookie }: Person, url: URL): Promise<string[]> {
  const answer = await fetch(url, { headers: { cookie } })
  const pages = await pdfText(new Uint8Array(await answer.arrayBuffer()))
  return pages.flatMap((page) => page.split('\n'))
}

function barePdf(lines: string[]): Promise<Buffer> {
  const document = new PDFDocument({ size: 'LETTER' })
  const pieces: Buffer[] = []
  return new Promise((resolve) => {
    document.on('data', (piece: Buffer) => pieces.push(piece))
    document.on('end', () => resolve(Buffer.concat(pieces)))
    document.font(FONT).fontSize(9)
    for (const line of lines) document.text(line)
    document.end()
  })
}
